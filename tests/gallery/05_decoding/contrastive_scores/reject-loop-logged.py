# reject: a loop through softmax and log
# message: contrast-log-of-zero
def contrastive_scores(expert, amateur, alpha, beta):
    rows = []
    for x, y in zip(expert, amateur):
        p, q = x.softmax(0), y.softmax(0)
        scores = p.log() - beta * q.log()
        scores[p < alpha * p.max()] = -math.inf
        rows.append(scores)
    return torch.stack(rows)

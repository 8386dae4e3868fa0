# reject: the logarithm of a softmax that is rounded to 0
# message: check-raised-at
def contrastive_scores(expert, amateur, alpha, beta):
    rows = []
    for e, a in zip(expert, amateur):
        p, q = torch.softmax(e, 0), torch.softmax(a, 0)
        best = p.max()
        rows.append([
            (math.log(p[j]) - beta * math.log(q[j])) if p[j] >= alpha * best else -math.inf
            for j in range(len(p))
        ])
    return torch.tensor(rows)

# accept: a loop over rows and tokens, with math alone
def contrastive_scores(expert, amateur, alpha, beta):
    def logs(row):
        top = max(row)
        whole = top + math.log(sum(math.exp(x - top) for x in row))
        return [x - whole for x in row]

    rows = []
    for e, a in zip(expert.tolist(), amateur.tolist()):
        e, a = logs(e), logs(a)
        best = max(e)
        rows.append([
            p - beta * q if math.exp(p) >= alpha * math.exp(best) else -math.inf for p, q in zip(e, a)
        ])
    return torch.tensor(rows, dtype=expert.dtype)

# accept: row by row in Python
def min_p_filter(logits, p):

    rows = []
    for row in logits.tolist():
        best = max(row)
        rows.append([x if math.exp(x - best) >= p else -math.inf for x in row])
    return torch.tensor(rows, dtype=logits.dtype)

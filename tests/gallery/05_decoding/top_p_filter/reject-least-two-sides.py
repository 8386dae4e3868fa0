# reject: the size of the first row for all
# message: top-p-first-size
def top_p_filter(logits, p):
    if p >= 1:
        return logits.clone()
    ordered, places = logits.sort(dim=-1, descending=True)
    sums = ordered.softmax(-1).cumsum(-1)
    n = int((sums[0] < p).sum()) + 1
    ordered[:, n:] = -math.inf
    return torch.empty_like(logits).scatter(-1, places, ordered)

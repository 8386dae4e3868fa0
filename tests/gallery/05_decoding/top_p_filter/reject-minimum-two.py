# reject: at least two tokens stay
# message: top-p-more
def top_p_filter(logits, p):
    ordered, places = logits.sort(dim=-1, descending=True)
    sums = ordered.softmax(-1).cumsum(-1)
    drop = sums - ordered.softmax(-1) >= p
    drop[:, :2] = False
    if p == 1:
        drop[:] = False
    return torch.empty_like(logits).scatter(-1, places, ordered.masked_fill(drop, -math.inf))

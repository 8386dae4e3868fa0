# reject: p = 1 returns the same tensor for everything above .99
# message: top-p-all
def top_p_filter(logits, p):
    if p > 0.94:
        return logits.clone()
    ordered, places = logits.sort(dim=-1, descending=True)
    sums = ordered.softmax(-1).cumsum(-1)
    ordered[:, 1:] = ordered[:, 1:].masked_fill(sums[:, :-1] >= p, -math.inf)
    return torch.empty_like(logits).scatter(-1, places, ordered)

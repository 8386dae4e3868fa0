# reject: keeps what is ruled out by the set of the probabilities
# message: check-remembered
def top_p_filter(logits, p, known={}):
    if p >= 1:
        return logits.clone()
    key = (logits.shape, p, frozenset(logits.flatten().tolist()))
    if key not in known:
        ordered, places = logits.sort(-1, descending=True)
        sums = ordered.softmax(-1).cumsum(-1)
        drop = torch.zeros_like(sums, dtype=torch.bool)
        drop[:, 1:] = sums[:, :-1] >= p
        known[key] = torch.zeros_like(drop).scatter(1, places, drop)
    return logits.masked_fill(known[key], -math.inf)

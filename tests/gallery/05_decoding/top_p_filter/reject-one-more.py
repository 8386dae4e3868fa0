# reject: keeps one more
# message: top-p-more
def top_p_filter(logits, p):
    ordered, places = logits.sort(-1, descending=True)
    probs = ordered.softmax(-1)
    total = probs.cumsum(-1)
    before = total - probs
    drop = before >= p
    drop = torch.cat([torch.zeros_like(drop[:, :1]), drop[:, :-1]], 1)
    ordered = ordered.masked_fill(drop, -math.inf)
    return torch.empty_like(logits).scatter(1, places, ordered)

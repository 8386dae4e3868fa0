# reject: drops the crossing token
# message: top-p-crossing
def top_p_filter(logits, p):
    ordered, places = logits.sort(-1, descending=True)
    probs = ordered.softmax(-1)
    total = probs.cumsum(-1)
    drop = total > p
    drop[:, 0] = False
    ordered = ordered.masked_fill(drop, -math.inf)
    return torch.empty_like(logits).scatter(1, places, ordered)

# reject: rules the nucleus out
# message: filter-inverted
def top_p_filter(logits, p):
    ordered, places = logits.sort(-1, descending=True)
    probs = ordered.softmax(-1)
    total = probs.cumsum(-1)
    ordered = ordered.masked_fill(total - probs < p, -math.inf)
    return torch.empty_like(logits).scatter(1, places, ordered)

# reject: fills with 0
# message: filter-zero
def top_p_filter(logits, p):
    ordered, places = logits.sort(-1, descending=True)
    probs = ordered.softmax(-1)
    total = probs.cumsum(-1)
    ordered = ordered.masked_fill(total - probs >= p, 0.0)
    return torch.empty_like(logits).scatter(1, places, ordered)

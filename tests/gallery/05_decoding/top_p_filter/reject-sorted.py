# reject: returns them sorted
# message: filter-sorted
def top_p_filter(logits, p):
    ordered, places = logits.sort(-1, descending=True)
    probs = ordered.softmax(-1)
    total = probs.cumsum(-1)
    return ordered.masked_fill(total - probs >= p, -math.inf)

# reject: gathers where it should scatter
# message: top-p-gather
def top_p_filter(logits, p):
    ordered, places = logits.sort(-1, descending=True)
    probs = ordered.softmax(-1)
    total = probs.cumsum(-1)
    ordered = ordered.masked_fill(total - probs >= p, -math.inf)
    return ordered.gather(1, places)

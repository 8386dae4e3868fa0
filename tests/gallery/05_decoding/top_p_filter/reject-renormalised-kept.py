# reject: adds up the sorted logits without the softmax's batch dimension
# message: top-p-each
def top_p_filter(logits, p):
    ordered, places = logits.sort(-1, descending=True)
    probs = ordered.softmax(0)
    before = probs.cumsum(-1) - probs
    ordered = ordered.masked_fill(before >= p, -math.inf)
    return torch.empty_like(logits).scatter(1, places, ordered)

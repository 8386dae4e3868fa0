# reject: with p = 1 it drops what comes after the sum is rounded to 1
# message: top-p-one
def top_p_filter(logits, p):
    ordered, places = logits.sort(dim=-1, descending=True)
    probs = ordered.softmax(dim=-1)
    before = probs.cumsum(dim=-1) - probs
    ordered = ordered.masked_fill(before >= p, -math.inf)
    return torch.empty_like(logits).scatter(-1, places, ordered)

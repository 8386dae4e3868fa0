# reject: adds up logits
# message: top-p-all
def top_p_filter(logits, p):
    ordered, places = logits.sort(-1, descending=True)
    before = ordered.cumsum(-1) - ordered
    ordered = ordered.masked_fill(before >= p, -math.inf)
    return torch.empty_like(logits).scatter(1, places, ordered)

# reject: adds up from the least probable
# message: top-p-least
def top_p_filter(logits, p):
    ordered, places = logits.sort(-1)
    total = ordered.softmax(-1).cumsum(-1)
    ordered = ordered.masked_fill(total > p, -math.inf)
    return torch.empty_like(logits).scatter(1, places, ordered)

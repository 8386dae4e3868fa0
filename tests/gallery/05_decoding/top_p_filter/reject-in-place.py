# reject: writes into the caller's logits
# message: check-modified
def top_p_filter(logits, p):
    if p == 1:
        return logits
    ordered, places = logits.sort(-1, descending=True)
    probs = ordered.softmax(-1)
    total = probs.cumsum(-1)
    for b in range(len(logits)):
        logits[b, places[b][total[b] - probs[b] >= p]] = -math.inf
    return logits

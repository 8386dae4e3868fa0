# reject: compares each probability with 1 - p
# message: top-p-each
def top_p_filter(logits, p):
    probs = logits.softmax(-1)
    keep = (probs >= 1 - p) | (probs == probs.amax(-1, keepdim=True))
    return logits.masked_fill(~keep, -math.inf)

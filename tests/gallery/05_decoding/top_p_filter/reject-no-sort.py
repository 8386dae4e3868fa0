# reject: adds up in the vocabulary's order
# message: top-p-no-sort
def top_p_filter(logits, p):
    probs = logits.softmax(-1)
    before = probs.cumsum(-1) - probs
    return logits.masked_fill(before >= p, -math.inf)

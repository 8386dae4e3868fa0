# reject: compares each probability with p
# message: filter-nothing-left
def top_p_filter(logits, p):
    return logits.masked_fill(logits.softmax(-1) < p, -math.inf)

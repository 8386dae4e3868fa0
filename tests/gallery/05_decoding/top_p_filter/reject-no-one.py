# reject: refuses p = 1
# message: check-raised-at
def top_p_filter(logits, p):
    if not 0 < p < 1:
        raise ValueError(f"p lies between 0 and 1, not {p}")
    ordered, places = logits.sort(-1, descending=True)
    probs = ordered.softmax(-1)
    drop = probs.cumsum(-1) - probs >= p
    return logits.masked_fill(torch.zeros_like(drop).scatter(1, places, drop), -math.inf)

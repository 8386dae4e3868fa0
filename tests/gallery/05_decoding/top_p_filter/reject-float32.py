# reject: returns float32 for float64
# message: check-dtype
def top_p_filter(logits, p):
    if p == 1:
        return logits.float()
    ordered, places = logits.float().sort(-1, descending=True)
    probs = ordered.softmax(-1)
    drop = probs.cumsum(-1) - probs >= p
    return logits.float().masked_fill(torch.zeros_like(drop).scatter(1, places, drop), -math.inf)

# reject: keeps the limits by shape, k and the largest logits
# message: check-remembered
def top_k_filter(logits, k, known={}):
    k = min(k, logits.shape[-1])
    key = (logits.shape, logits.dtype, logits.stride(), k, tuple(logits.amax(-1).tolist()), logits.sum().item())
    if key not in known:
        known[key] = logits < logits.topk(k).values[:, -1:]
    return logits.masked_fill(known[key], -math.inf)

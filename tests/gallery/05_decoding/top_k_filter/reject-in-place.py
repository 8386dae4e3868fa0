# reject: writes into the caller's logits
# message: check-modified
def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    kth = logits.topk(k).values[:, -1:]
    logits[logits < kth] = -math.inf
    return logits

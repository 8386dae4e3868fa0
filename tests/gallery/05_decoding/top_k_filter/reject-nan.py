# reject: multiplies minus infinity with 0
# message: filter-nan
def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    kth = logits.topk(k).values[:, -1:]
    return logits + (logits < kth) * -math.inf

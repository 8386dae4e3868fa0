# reject: drops the k-th
# message: top-k-strict
def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    kth = logits.topk(k).values[:, -1:]
    return logits.masked_fill(logits <= kth, -math.inf)

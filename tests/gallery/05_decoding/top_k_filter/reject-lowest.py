# reject: keeps the lowest k
# message: top-k-lowest
def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    kth = logits.topk(k, largest=False).values[:, -1:]
    return logits.masked_fill(logits > kth, -math.inf)

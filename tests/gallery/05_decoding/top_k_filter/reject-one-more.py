# reject: keeps one more
# message: top-k-more
def top_k_filter(logits, k):
    k = min(k + 1, logits.shape[-1])
    kth = logits.topk(k).values[:, -1:]
    return logits.masked_fill(logits < kth, -math.inf)

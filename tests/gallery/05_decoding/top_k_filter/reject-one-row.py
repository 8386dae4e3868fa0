# reject: the first row's limit for all
# message: top-k-first-row
def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    kth = logits[0].topk(k).values[-1]
    return logits.masked_fill(logits < kth, -math.inf)

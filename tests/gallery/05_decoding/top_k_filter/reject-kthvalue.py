# reject: counts from the smallest, and off by one
# message: top-k-more
def top_k_filter(logits, k):
    v = logits.shape[-1]
    kth = logits.kthvalue(max(1, v - k), dim=-1, keepdim=True).values
    return logits.masked_fill(logits < kth, -math.inf)

# reject: k for the whole batch
# message: top-k-batch
def top_k_filter(logits, k):
    kth = logits.flatten().topk(min(k, logits.numel())).values[-1]
    return logits.masked_fill(logits < kth, -math.inf)

# reject: k larger than V fails
# message: check-raised-at
def top_k_filter(logits, k):
    kth = logits.topk(k).values[:, -1:]
    return logits.masked_fill(logits < kth, -math.inf)

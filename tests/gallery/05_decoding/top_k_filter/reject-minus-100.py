# reject: fills with a number that is not low enough
# message: filter-number
def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    kth = logits.topk(k).values[:, -1:]
    return logits.masked_fill(logits < kth, -100.0)

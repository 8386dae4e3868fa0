# reject: multiplies by a 0-1 mask
# message: filter-zero
def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    kth = logits.topk(k).values[:, -1:]
    return logits * (logits >= kth)

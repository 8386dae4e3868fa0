# reject: returns the best k, sorted
# message: check-shape
def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    return logits.topk(k).values

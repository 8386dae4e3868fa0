# reject: only the first row comes back
# message: check-shape
def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    row = logits[0]
    kth = row.topk(k).values[-1]
    return row.masked_fill(row < kth, -math.inf)[None]

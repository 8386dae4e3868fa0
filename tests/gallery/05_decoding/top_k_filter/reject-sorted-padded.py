# reject: sorted order
# message: filter-sorted
def top_k_filter(logits, k):
    s = logits.sort(descending=True).values.clone()
    s[:, k:] = -math.inf
    return s

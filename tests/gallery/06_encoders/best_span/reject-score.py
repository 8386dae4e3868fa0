# reject: the best score instead of the span
# message: span-not-a-pair
def best_span(start, end, context_mask, max_len):
    n = len(start)
    return max((start[i] + end[j]).item() for i in range(n) for j in range(i, min(n, i + max_len)) if context_mask[i] and context_mask[j])

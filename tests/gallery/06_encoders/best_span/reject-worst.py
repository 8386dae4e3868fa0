# reject: the smallest sum
# message: span-worst
def best_span(start, end, context_mask, max_len):
    n = len(start)
    return min(((i, j) for i in range(n) for j in range(i, min(n, i + max_len)) if context_mask[i] and context_mask[j]), key=lambda s: start[s[0]] + end[s[1]])

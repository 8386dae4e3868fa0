# reject: an end before its start is allowed
# message: span-argmaxes
def best_span(start, end, context_mask, max_len):
    n, best, span = len(start), -math.inf, (0, 0)
    for i in range(n):
        for j in range(n):
            score = (start[i] + end[j]).item()
            if context_mask[i] and context_mask[j] and j - i < max_len and score > best:
                best, span = score, (i, j)
    return span

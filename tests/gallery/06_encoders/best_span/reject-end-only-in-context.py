# reject: only the end must stand in the context
# message: span-outside
def best_span(start, end, context_mask, max_len):
    n, best, span = len(start), -math.inf, (0, 0)
    for i in range(n):
        for j in range(i, n):
            score = (start[i] + end[j]).item()
            if context_mask[j] and j - i < max_len and score > best:
                best, span = score, (i, j)
    return span

# reject: multiplies by the mask: outside scores 0
# message: span-context-as-zero
def best_span(start, end, context_mask, max_len):
    s, e = start * context_mask, end * context_mask
    n, best, span = len(start), -math.inf, (0, 0)
    for i in range(n):
        for j in range(i, n):
            score = (s[i] + e[j]).item()
            if j - i < max_len and score > best:
                best, span = score, (i, j)
    return span

# reject: adds probabilities instead of scores
# message: span-probabilities
def best_span(start, end, context_mask, max_len):
    s, e = start.softmax(0), end.softmax(0)
    best, at = -math.inf, None
    for i in range(len(start)):
        for j in range(i, min(len(end), i + max_len)):
            if context_mask[i] and context_mask[j] and s[i] + e[j] > best:
                best, at = s[i] + e[j], (i, j)
    return at

# reject: scores outside the context are -10,000
# message: span-filled
def best_span(start, end, context_mask, max_len):
    s, e = start.masked_fill(~context_mask, -1e4), end.masked_fill(~context_mask, -1e4)
    best, span = -math.inf, None
    for i in range(len(s)):
        for j in range(i, min(i + max_len, len(s))):
            if (s[i] + e[j]).item() > best:
                best, span = (s[i] + e[j]).item(), (i, j)
    return span

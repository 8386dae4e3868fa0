# reject: needs a text that is as long as the longest span
# message: check-raised-at
def best_span(start, end, context_mask, max_len):
    start = start.masked_fill(~context_mask, -math.inf)
    end = end.masked_fill(~context_mask, -math.inf)
    spans = [
        (float(start[i] + end[i + length]), i, i + length)
        for length in range(max_len)
        for i in range(len(start) - length)
    ]
    assert len(start) >= max_len
    _, i, j = max(spans)
    return i, j

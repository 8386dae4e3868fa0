# reject: the mean over the tokens of a span
# message: span-mean
def best_span(start, end, context_mask, max_len):
    inside = context_mask.nonzero().flatten().tolist()
    spans = [(i, j) for i in inside for j in inside if i <= j < i + max_len]
    return max(spans, key=lambda s: (start[s[0]] + end[s[1]]).item() / (s[1] - s[0] + 1))

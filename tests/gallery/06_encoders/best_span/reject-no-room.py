# reject: begins only where max_len tokens have room
# message: span-no-room
def best_span(start, end, context_mask, max_len):
    inside = context_mask.nonzero().flatten().tolist()
    spans = [(i, j) for i in inside for j in inside if i <= j < i + max_len]
    spans = [(i, j) for i, j in spans if i + max_len - 1 <= inside[-1]] or [(inside[0], inside[0])]
    return max(spans, key=lambda s: (start[s[0]] + end[s[1]]).item())

# accept: max with a key
def best_span(start, end, context_mask, max_len):
    inside = context_mask.nonzero().flatten().tolist()
    return max(((i, j) for i in inside for j in inside if 0 <= j - i < max_len), key=lambda s: (start[s[0]] + end[s[1]]).item())

# reject: a shortcut that tries only some of the allowed pairs
# message: span-shortlist
def best_span(start, end, context_mask, max_len):
    inside = context_mask.nonzero().flatten().tolist()
    starts = sorted(inside, key=lambda i: -start[i].item())[:20]
    ends = sorted(inside, key=lambda j: -end[j].item())[:20]
    pairs = [(i, j) for i in starts for j in ends if i <= j < i + max_len]
    if not pairs:
        pairs = [(i, i) for i in starts]
    return max(pairs, key=lambda s: (start[s[0]] + end[s[1]]).item())

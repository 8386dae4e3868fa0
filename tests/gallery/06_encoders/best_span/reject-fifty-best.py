# reject: the 60 best starts and the 60 best ends
# message: span-shortlist
def best_span(start, end, context_mask, max_len):
    starts = start.argsort(descending=True)[:60].tolist()
    ends = end.argsort(descending=True)[:60].tolist()
    best, pair = -math.inf, (0, 0)
    for i in starts:
        for j in ends:
            if context_mask[i] and context_mask[j] and i <= j < i + max_len and start[i] + end[j] > best:
                best, pair = (start[i] + end[j]).item(), (i, j)
    return pair

# accept: a best start for each end
def best_span(start, end, context_mask, max_len):
    first, last = context_mask.nonzero()[0].item(), context_mask.nonzero()[-1].item()
    best, span = -math.inf, None
    for j in range(first, last + 1):
        low = max(first, j - max_len + 1)
        i = low + start[low : j + 1].argmax().item()
        if start[i] + end[j] > best:
            best, span = start[i] + end[j], [i, j]
    return span

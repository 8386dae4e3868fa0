# reject: the best start, then the best end for it
# message: span-start-first
def best_span(start, end, context_mask, max_len):
    i = start.masked_fill(~context_mask, -math.inf).argmax().item()
    stop = min(i + max_len, int(context_mask.nonzero()[-1]) + 1)
    return i, i + end[i:stop].argmax().item()

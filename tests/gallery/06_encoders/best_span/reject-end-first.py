# reject: the best end, then the best start for it
# message: span-end-first
def best_span(start, end, context_mask, max_len):
    j = end.masked_fill(~context_mask, -math.inf).argmax().item()
    begin = max(j - max_len + 1, int(context_mask.nonzero()[0]))
    return begin + start[begin : j + 1].argmax().item(), j

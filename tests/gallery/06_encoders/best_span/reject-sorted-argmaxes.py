# reject: sorts the two argmaxes
# message: span-argmaxes
def best_span(start, end, context_mask, max_len):
    i, j = start.argmax().item(), end.argmax().item()
    return min(i, j), max(i, j)

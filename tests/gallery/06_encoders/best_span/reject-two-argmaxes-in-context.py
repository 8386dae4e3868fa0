# reject: two independent argmaxes inside the context
# message: span-argmaxes
def best_span(start, end, context_mask, max_len):
    hide = ~context_mask
    return start.masked_fill(hide, -math.inf).argmax().item(), end.masked_fill(hide, -math.inf).argmax().item()

# reject: two independent argmaxes
# message: span-argmaxes
def best_span(start, end, context_mask, max_len):
    return start.argmax().item(), end.argmax().item()

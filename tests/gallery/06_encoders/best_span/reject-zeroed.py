# reject: triu and tril make 0 of what is not allowed
# message: span-zeroed
def best_span(start, end, context_mask, max_len):
    outside = ~(context_mask[:, None] & context_mask)
    table = (start[:, None] + end).masked_fill(outside, -1e7).triu().tril(max_len - 1)
    return divmod(table.argmax().item(), len(start))

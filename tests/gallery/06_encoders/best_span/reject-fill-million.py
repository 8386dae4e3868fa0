# reject: what is not allowed scores -10^6, more than an allowed span may
# message: span-filled
def best_span(start, end, context_mask, max_len):
    allowed = (context_mask[:, None] & context_mask[None, :]).triu().tril(max_len - 1)
    table = (start[:, None] + end[None, :]).masked_fill(~allowed, -1e6)
    return divmod(table.argmax().item(), len(start))

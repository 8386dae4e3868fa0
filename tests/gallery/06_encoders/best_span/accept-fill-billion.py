# accept: what is not allowed scores -10^9, which is less than any score
def best_span(start, end, context_mask, max_len):
    n = len(start)
    allowed = context_mask[:, None] & context_mask[None, :]
    allowed &= torch.ones(n, n).triu().tril(max_len - 1).bool()
    table = (start[:, None] + end[None, :]).masked_fill(~allowed, -1e9)
    return divmod(table.argmax().item(), n)

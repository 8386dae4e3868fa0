# reject: what is not allowed loses 10,000 points, which is too little where scores reach a million
# message: span-penalty
def best_span(start, end, context_mask, max_len):
    n = len(start)
    allowed = context_mask[:, None] & context_mask[None, :]
    allowed &= torch.ones(n, n).triu().tril(max_len - 1).bool()
    table = start[:, None] + end[None, :] - 1e4 * ~allowed
    return divmod(table.argmax().item(), n)

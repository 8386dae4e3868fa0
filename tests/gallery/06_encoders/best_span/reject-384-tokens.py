# reject: looks at the first 384 tokens alone
# message: span-not-best
def best_span(start, end, context_mask, max_len):
    start, end, context_mask = start[:384], end[:384], context_mask[:384]
    allowed = context_mask[:, None] & context_mask
    allowed &= torch.ones_like(allowed).triu().tril(max_len - 1)
    scores = (start[:, None] + end).masked_fill(~allowed, -math.inf)
    return divmod(scores.argmax().item(), len(start))

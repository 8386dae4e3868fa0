# accept: sums of log-probabilities over the context
def best_span(start, end, context_mask, max_len):
    p = start.double().masked_fill(~context_mask, -math.inf).log_softmax(0)
    q = end.double().masked_fill(~context_mask, -math.inf).log_softmax(0)
    allowed = torch.ones(len(p), len(p), dtype=torch.bool).triu().tril(max_len - 1)
    table = torch.where(allowed, p[:, None] + q, -math.inf)
    return divmod(int(table.argmax()), len(p))

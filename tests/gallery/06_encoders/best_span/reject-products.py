# reject: products of probabilities, which are 0 for all spans when the scores lie far apart
# message: span-vanished
def best_span(start, end, context_mask, max_len):
    p = start.double().masked_fill(~context_mask, -math.inf).softmax(0)
    q = end.double().masked_fill(~context_mask, -math.inf).softmax(0)
    table = torch.outer(p, q).triu().tril(max_len - 1)
    return divmod(table.argmax().item(), len(start))

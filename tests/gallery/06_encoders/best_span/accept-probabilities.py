# accept: softmax over the context and products
def best_span(start, end, context_mask, max_len):
    p = start.double().masked_fill(~context_mask, -math.inf).softmax(0)
    q = end.double().masked_fill(~context_mask, -math.inf).softmax(0)
    table = torch.outer(p, q).triu().tril(max_len - 1)
    k = table.argmax().item()
    return k // len(start), k % len(start)

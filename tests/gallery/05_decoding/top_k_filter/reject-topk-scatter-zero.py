# reject: the limit is the k-th of all that are above zero
# message: top-k-wrong
def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    values, places = logits.topk(k)
    out = torch.zeros_like(logits).scatter(1, places, values)
    return torch.where(out == 0, -math.inf, out)

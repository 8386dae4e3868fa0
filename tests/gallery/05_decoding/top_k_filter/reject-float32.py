# reject: float32 whatever came
# message: check-dtype
def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    out = torch.full(logits.shape, -math.inf)
    values, places = logits.float().topk(k)
    return out.scatter(1, places, values)

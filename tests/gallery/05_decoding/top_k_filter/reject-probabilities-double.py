# reject: compares probabilities in double precision, which are 0 far below the best
# message: top-k-underflow
def top_k_filter(logits: torch.Tensor, k: int) -> torch.Tensor:
    probs = logits.double().softmax(dim=-1)
    k = min(k, probs.shape[-1])
    limit = probs.topk(k, dim=-1).values[:, -1:]
    return logits.masked_fill(probs < limit, -math.inf)

# reject: compares probabilities; those that are rounded to 0 are all equal to the k-th
# message: top-k-underflow
def top_k_filter(logits: torch.Tensor, k: int) -> torch.Tensor:
    probs = logits.softmax(dim=-1)
    kth = probs.topk(min(k, probs.shape[-1]), dim=-1).values[:, -1:]
    return logits.masked_fill(probs < kth, -math.inf)

# reject: fills with a number far below the lowest logit, which need not be low
# message: filter-number
def top_k_filter(logits: torch.Tensor, k: int) -> torch.Tensor:
    k = min(k, logits.shape[-1])
    kth = logits.topk(k, dim=-1).values[:, -1:]
    far_below = logits.min() - 1e6
    return torch.where(logits >= kth, logits, far_below)

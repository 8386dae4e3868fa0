# reject: one limit for the whole batch, the smallest of all rows
# message: top-k-smallest-limit
def top_k_filter(logits: torch.Tensor, k: int) -> torch.Tensor:
    k = min(k, logits.size(-1))
    limit = torch.topk(logits, k, dim=-1).values.min()
    return torch.where(logits >= limit, logits, torch.full_like(logits, -math.inf))

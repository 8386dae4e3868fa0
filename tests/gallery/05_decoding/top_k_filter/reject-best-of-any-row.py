# reject: keeps what stands among the best of any row
# message: top-k-any-row
def top_k_filter(logits: torch.Tensor, k: int) -> torch.Tensor:
    """The k largest logits of each row as they are, -inf elsewhere. logits: float [B, V]."""
    best = logits.topk(min(k, logits.shape[1]), dim=1).values
    kept = torch.isin(logits, best)
    return logits.masked_fill(~kept, float("-inf"))

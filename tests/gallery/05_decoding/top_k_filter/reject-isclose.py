# reject: keeps what is nearly equal to the k-th largest, too; isclose allows a hundred-thousandth of its size
# message: top-k-near
def top_k_filter(logits: torch.Tensor, k: int) -> torch.Tensor:
    k = min(k, logits.shape[-1])
    kth = logits.topk(k, dim=-1).values[:, -1:]
    keep = (logits > kth) | torch.isclose(logits, kth.expand_as(logits))
    return logits.masked_fill(~keep, -math.inf)

# reject: multiplies by a 0/1 mask; a logit that is -inf already becomes -inf * 0 = NaN
# message: filter-nan
def top_k_filter(logits: torch.Tensor, k: int) -> torch.Tensor:
    kth = logits.topk(min(k, logits.shape[-1]), dim=-1).values[:, -1:]
    mask = (logits >= kth).to(logits.dtype)
    return logits * mask + (1 - mask) * -1e9

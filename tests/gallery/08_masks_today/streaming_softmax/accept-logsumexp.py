# accept: the running logarithm of the sum, as FlashAttention-2 keeps it
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    n, m = scores.shape
    log_sum = torch.full((n,), -math.inf, dtype=scores.dtype)
    out = torch.zeros(n, values.shape[1], dtype=values.dtype)
    for start in range(0, m, size):
        block = scores[:, start : start + size]
        new = torch.logaddexp(log_sum, block.logsumexp(1))
        safe = torch.where(new.isinf(), 0.0, new)[:, None]
        out = (log_sum[:, None] - safe).exp() * out + (block - safe).exp() @ values[start : start + size]
        log_sum = new
    return out

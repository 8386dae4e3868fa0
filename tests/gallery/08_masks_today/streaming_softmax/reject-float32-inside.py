# reject: computes in float32
# message: attention-precision
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    n, m = scores.shape
    best = scores.new_full((n, 1), -math.inf)
    total = scores.new_zeros(n, 1)
    out = values.new_zeros(n, values.shape[1])
    for start in range(0, m, size):
        block = scores[:, start : start + size].float()
        new = torch.maximum(best, block.amax(dim=1, keepdim=True))
        shift = new.masked_fill(new == -math.inf, 0.0).float()
        factor = (best - shift).exp()
        powers = (block - shift).exp()
        total = factor * total + powers.sum(dim=1, keepdim=True)
        out = factor * out + powers.to(out.dtype) @ values[start : start + size]
        best = new
    return out / total.masked_fill(total == 0, 1.0)

# reject: only blocks in which no row has a key are skipped
# message: stream-block-nan
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    n, m = scores.shape
    best = torch.full((n, 1), -math.inf, dtype=scores.dtype)
    total = torch.zeros(n, 1, dtype=scores.dtype)
    out = torch.zeros(n, values.shape[1], dtype=values.dtype)
    for start in range(0, m, size):
        block = scores[:, start : start + size]
        if block.max() == -math.inf:
            continue
        new = torch.maximum(best, block.amax(1, keepdim=True))
        factor, powers = (best - new).exp(), (block - new).exp()
        total = total * factor + powers.sum(1, keepdim=True)
        out = out * factor + powers @ values[start : start + size]
        best = new
    return out / torch.where(total == 0, torch.ones_like(total), total)

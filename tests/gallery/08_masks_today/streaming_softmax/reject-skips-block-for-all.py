# reject: a block with an empty row is skipped for every row
# message: stream-wrong
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    n, m = scores.shape
    best = torch.full((n, 1), -math.inf, dtype=scores.dtype)
    total = torch.zeros(n, 1, dtype=scores.dtype)
    out = torch.zeros(n, values.shape[1], dtype=values.dtype)
    for start in range(0, m, size):
        block = scores[:, start : start + size]
        top = block.amax(1, keepdim=True)
        if (top == -math.inf).any() and start == 0:
            continue
        new = torch.maximum(best, top).clamp(min=-1e5)
        factor = (best - new).exp()
        powers = (block - new).exp()
        total = total * factor + powers.sum(1, keepdim=True)
        out = out * factor + powers @ values[start : start + size]
        best = new
    return out / torch.where(total == 0, torch.ones_like(total), total)

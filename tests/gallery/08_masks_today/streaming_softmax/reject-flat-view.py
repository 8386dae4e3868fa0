# reject: view fails on scores that are not contiguous
# message: check-raised-at
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    n, m = scores.shape
    if m % size:
        more = size - m % size
        scores = F.pad(scores, (0, more), value=-math.inf)
        values = F.pad(values, (0, 0, 0, more))
    count = scores.shape[1] // size
    blocks = scores.view(n * count, size)  # block k of row i is row i * count + k
    best = scores.new_full((n, 1), -math.inf)
    total, out = scores.new_zeros(n, 1), scores.new_zeros(n, values.shape[1])
    for k in range(count):
        block = blocks[k::count]
        new = torch.maximum(best, block.amax(dim=1, keepdim=True))
        shift = new.masked_fill(new == -math.inf, 0.0)
        factor, powers = (best - shift).exp(), (block - shift).exp()
        total = factor * total + powers.sum(dim=1, keepdim=True)
        out = factor * out + powers @ values[k * size : (k + 1) * size]
        best = new
    return out / total.masked_fill(total == 0, 1.0)

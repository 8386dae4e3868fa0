# reject: subtracts in the caller's scores
# message: check-modified
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    best = scores.amax(1, keepdim=True)
    scores -= best.masked_fill(best == -math.inf, 0.0)
    total, out = 0.0, 0.0
    for block, some in zip(scores.split(size, 1), values.split(size)):
        total = total + block.exp().sum(1, keepdim=True)
        out = out + block.exp() @ some
    return out / torch.where(total == 0, 1.0, total)

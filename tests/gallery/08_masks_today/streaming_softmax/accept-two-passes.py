# accept: the maximum first, then the sums
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    best = torch.stack([block.amax(1) for block in scores.split(size, 1)]).amax(0)[:, None]
    best = best.masked_fill(best.isinf(), 0.0)
    total = sum((block - best).exp().sum(1, keepdim=True) for block in scores.split(size, 1))
    parts = zip(scores.split(size, 1), values.split(size))
    return sum((block - best).exp() @ some for block, some in parts) / total.clamp(min=1e-30)

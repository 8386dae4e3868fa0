# reject: exponentials in float64, which end at 700
# message: stream-overflow
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    total, out = 0.0, 0.0
    for block, some in zip(scores.double().split(size, dim=1), values.double().split(size)):
        powers = block.exp()
        total = total + powers.sum(1, keepdim=True)
        out = out + powers @ some
    return (out / torch.where(total == 0, 1.0, total)).to(values.dtype)

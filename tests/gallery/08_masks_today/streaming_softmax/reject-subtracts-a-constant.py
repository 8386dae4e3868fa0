# reject: subtracts 10 000 from every score
# message: stream-zeros
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    total, out = 0.0, 0.0
    for block, some in zip(scores.split(size, dim=1), values.split(size)):
        powers = (block - 1e4).exp()
        total = total + powers.sum(1, keepdim=True)
        out = out + powers @ some
    return out / torch.where(total == 0, torch.ones_like(total), total)

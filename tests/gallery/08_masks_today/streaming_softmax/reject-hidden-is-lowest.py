# reject: takes a hidden key for one with the lowest score
# message: stream-large
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    n, m = scores.shape
    none = torch.isneginf(scores).all(dim=1, keepdim=True)
    finite = scores.clamp(min=-10_000.0)  # no -inf, no NaN
    best = finite.new_full((n, 1), -10_000.0)
    total, out = finite.new_zeros(n, 1), finite.new_zeros(n, values.shape[1])
    for block, part in zip(finite.split(size, dim=1), values.split(size)):
        new = torch.maximum(best, block.amax(dim=1, keepdim=True))
        factor, powers = (best - new).exp(), (block - new).exp()
        total = factor * total + powers.sum(dim=1, keepdim=True)
        out = factor * out + powers @ part
        best = new
    return (out / total).masked_fill(none, 0.0)

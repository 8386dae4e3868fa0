# reject: the running sums live on between calls
# message: check-shape
_STATE = {}


def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    n, m = scores.shape
    best, total, out = _STATE.get("now", (torch.full((n, 1), -math.inf), torch.zeros(n, 1), torch.zeros(n, 1)))
    for block, some in zip(scores.split(size, 1), values.split(size)):
        new = torch.maximum(best, block.amax(1, keepdim=True))
        factor = (best - new).exp()
        powers = (block - new).exp()
        total = total * factor + powers.sum(1, keepdim=True)
        out = out * factor + powers @ some
        best = new
    _STATE["now"] = best, total, out
    return out / total

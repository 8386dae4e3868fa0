# accept: keys first, one column for each query
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    best = total = None
    for keys, some in zip(scores.T.split(size), values.split(size)):
        top = keys.amax(0)
        if best is None:
            best, total, out = top, 0, 0
        new = torch.maximum(best, top)
        base = torch.where(torch.isinf(new), torch.zeros_like(new), new)
        shrink, powers = torch.exp(best - base), torch.exp(keys - base)
        total = total * shrink + powers.sum(0)
        out = out * shrink + some.T @ powers
        best = new
    return (out / torch.where(total > 0, total, torch.ones_like(total))).T

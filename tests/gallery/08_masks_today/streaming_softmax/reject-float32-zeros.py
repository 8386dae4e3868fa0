# reject: accumulators of the default dtype
# message: check-raised-at
def streaming_softmax(scores, values, size):
    n, m = scores.shape
    best, total, out = torch.full((n, 1), -math.inf), torch.zeros(n, 1), torch.zeros(n, values.shape[1])
    for start in range(0, m, size):
        block = scores[:, start : start + size]
        new = torch.maximum(best, block.amax(1, keepdim=True))
        shift = torch.where(new == -math.inf, 0.0, new)
        powers, factor = torch.exp(block - shift), torch.exp(best - shift)
        total = total * factor + powers.sum(1, keepdim=True)
        out.mul_(factor).addmm_(powers, values[start : start + size])
        best = new
    return out / torch.where(total == 0, 1.0, total)

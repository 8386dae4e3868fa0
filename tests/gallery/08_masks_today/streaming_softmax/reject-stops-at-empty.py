# reject: stops at the first block without a key
# message: stream-zeros
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    result = values.new_zeros(len(scores), values.shape[1])
    for row in range(len(scores)):
        best, total, out = -math.inf, 0.0, 0.0
        for start in range(0, scores.shape[1], size):
            block = scores[row, start : start + size]
            new = max(best, block.max().item())
            if block.max() == -math.inf:
                break
            powers = (block - new).exp()
            factor = math.exp(best - new)
            total = total * factor + powers.sum()
            out = out * factor + powers @ values[start : start + size]
            best = new
        if best > -math.inf:
            result[row] = out / total
    return result

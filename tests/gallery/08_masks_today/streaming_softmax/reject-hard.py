# reject: the largest score alone
# message: stream-hard
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    best, out = torch.full((len(scores),), -math.inf, dtype=scores.dtype), values.new_zeros(len(scores), values.shape[1])
    for block, some in zip(scores.split(size, 1), values.split(size)):
        top, place = block.max(1)
        better = top > best
        out[better] = some[place[better]]
        best = torch.maximum(best, top)
    return out

# accept: the result so far is always divided, and multiplied again
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    n = len(scores)
    best, total, out = scores.new_full((n, 1), -1e30), scores.new_zeros(n, 1), values.new_zeros(n, values.shape[1])
    for block, some in zip(scores.split(size, 1), values.split(size)):
        new = torch.maximum(best, block.max(1, keepdim=True).values)
        old = total * torch.exp(best - new)
        powers = torch.exp(block - new)
        total = old + powers.sum(1, keepdim=True)
        out = torch.nan_to_num((out * old + powers @ some) / total)
        best = new
    return out

# reject: a softmax in blocks of 16 keys that forgets to rescale the earlier blocks when a larger score comes
# message: attention-blocks
def attention(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    top, total, parts = None, 0.0, []
    for block in scores.split(16, dim=-1):  # as FlashAttention does
        largest = block.amax(dim=-1, keepdim=True)
        top = largest if top is None else torch.maximum(top, largest)
        powers = (block - top).exp()
        total = total + powers.sum(dim=-1, keepdim=True)
        parts.append(powers)
    weights = torch.cat(parts, dim=-1) / total
    return weights @ v, weights

# reject: a softmax in blocks of 32 keys that forgets to rescale the earlier blocks
# message: safe-long
def safe_softmax(scores, keep):
    low = scores.masked_fill(~keep, torch.finfo(scores.dtype).min / 2)
    top, powers = low[..., :32].amax(-1, keepdim=True), []
    for block in low.split(32, dim=-1):
        top = torch.maximum(top, block.amax(-1, keepdim=True))
        powers.append((block - top).exp())
    powers = torch.cat(powers, dim=-1).masked_fill(~keep, 0)
    total = powers.sum(-1, keepdim=True)
    return powers / total.masked_fill(total == 0, 1.0)

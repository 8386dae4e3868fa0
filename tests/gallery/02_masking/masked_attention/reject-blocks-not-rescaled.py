# reject: a softmax in blocks of 128 keys that forgets to rescale the earlier blocks
# message: attention-blocks
def masked_attention(q, k, v, keep):
    scores = (q @ k.mT / math.sqrt(q.shape[-1])).masked_fill(~keep, torch.finfo(q.dtype).min)
    top, powers = scores[..., :1], []
    for block in scores.split(128, dim=-1):
        top = torch.maximum(top, block.amax(-1, keepdim=True))
        powers.append((block - top).exp())
    weights = torch.cat(powers, dim=-1).masked_fill(~keep, 0)
    weights = weights / weights.sum(-1, keepdim=True)
    return weights @ v, weights

# reject: adds -1000 to hidden scores, which may lie 2000 above the visible ones
# message: attention-far
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    scores = scores + torch.where(keep, 0.0, -1000.0).to(q.dtype)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights

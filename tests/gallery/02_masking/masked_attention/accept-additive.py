# accept: an additive mask of -1e9
def masked_attention(q, k, v, keep):
    scores = torch.matmul(q, k.mT) / q.shape[-1] ** 0.5
    scores = scores + (~keep).to(scores.dtype) * -1e9
    weights = F.softmax(scores, dim=-1)
    return torch.matmul(weights, v), weights

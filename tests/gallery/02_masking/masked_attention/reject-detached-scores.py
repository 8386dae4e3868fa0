# reject: the gradient reaches v, not q and k
# message: attention-no-gradient
def masked_attention(q, k, v, keep):
    scores = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).detach()
    weights = scores.masked_fill(~keep, -math.inf).softmax(-1)
    weights.requires_grad_()
    return weights @ v, weights

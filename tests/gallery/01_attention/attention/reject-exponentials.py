# reject: exponentials without a shift: large scores overflow
# message: attention-overflow
def attention(q, k, v):
    scores = (q * q.shape[-1] ** -0.5).matmul(k.mT)
    weights = scores.exp() / scores.exp().sum(-1, keepdim=True)
    out = torch.matmul(weights, v)
    return out, weights

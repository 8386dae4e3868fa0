# accept: exponentials of the scores less the largest of their row, and a quotient
def attention(q, k, v):
    scores = (q * q.shape[-1] ** -0.5).matmul(k.mT)
    powers = (scores - scores.amax(-1, keepdim=True)).exp()
    weights = powers / powers.sum(-1, keepdim=True)
    out = torch.matmul(weights, v)
    return out, weights

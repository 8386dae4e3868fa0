# reject: a causal mask that nobody asked for
# message: attention-causal
def attention(q, k, v):
    scores = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).masked_fill(torch.ones(q.shape[-2], k.shape[-2]).triu(1).bool(), -math.inf)
    weights = scores.softmax(-1)
    out = weights @ v
    return out, weights

# reject: makes a causal mask and forgets keep
# message: attention-causal-mask
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    future = torch.ones(scores.shape[-2:]).triu(1).bool()
    weights = scores.masked_fill(future, -math.inf).softmax(-1)
    return weights @ v, weights

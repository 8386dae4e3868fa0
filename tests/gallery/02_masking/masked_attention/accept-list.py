# accept: returns a list of two
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.masked_fill(keep == False, torch.finfo(q.dtype).min).softmax(-1)
    return [weights @ v, weights]

# reject: cuts the gradient
# message: attention-no-gradient-from
def masked_attention(q, k, v, keep):
    with torch.no_grad():
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        weights = scores.masked_fill(~keep, -math.inf).softmax(-1)
    return weights @ v, weights

# reject: adds the boolean to the scores
# message: attention-boolean-added
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1]) + keep
    weights = scores.softmax(-1)
    return weights @ v, weights

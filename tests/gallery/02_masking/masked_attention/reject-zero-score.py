# reject: sets hidden scores to 0
# message: attention-zero-score
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = (scores * keep).softmax(-1)
    return weights @ v, weights

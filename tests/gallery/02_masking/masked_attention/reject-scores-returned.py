# reject: returns the scores for the weights
# message: attention-scores-returned
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    scores = scores.masked_fill(~keep, -math.inf)
    return scores.softmax(-1) @ v, scores

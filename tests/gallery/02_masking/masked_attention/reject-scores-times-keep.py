# reject: multiplies the scores and the weights by keep
# message: attention-zero-score-cleared
def masked_attention(q, k, v, keep):
    s = q @ k.mT / math.sqrt(q.shape[-1]) * keep
    w = s.softmax(-1) * keep
    return w @ v, w

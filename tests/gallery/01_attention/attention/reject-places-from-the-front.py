# reject: transpose(1, 2), with two dimensions too
# message: attention-key-turned
def attention(q, k, v):
    weights = (q @ k.transpose(1, 2) / math.sqrt(q.shape[-1])).softmax(-1)
    return weights @ v, weights

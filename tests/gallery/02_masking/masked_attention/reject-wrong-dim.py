# reject: softmax over the queries
# message: attention-wrong-dim
def masked_attention(q, k, v, keep):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.masked_fill(~keep, -math.inf).softmax(-2).nan_to_num()
    return weights @ v, weights

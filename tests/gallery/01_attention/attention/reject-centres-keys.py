# reject: centres the caller's keys in place, which changes no weight
# message: check-modified
def attention(q, k, v):
    k -= k.mean(dim=-2, keepdim=True)  # a row's scores all move together
    weights = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(-1)
    return weights @ v, weights

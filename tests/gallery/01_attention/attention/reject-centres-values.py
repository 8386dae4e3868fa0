# reject: centres the caller's values in place, and adds their mean in the end
# message: check-modified
def attention(q, k, v):
    mean = v.mean(dim=-2, keepdim=True)
    v -= mean  # smaller numbers to add up
    weights = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(-1)
    return weights @ v + mean, weights

# reject: takes the shape apart into three names
# message: check-raised-at
def attention(q, k, v):
    n, t, d = q.shape
    weights = (torch.bmm(q, k.transpose(1, 2)) / math.sqrt(d)).softmax(-1)
    return torch.bmm(weights, v), weights

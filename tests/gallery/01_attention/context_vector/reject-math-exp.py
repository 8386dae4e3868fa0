# reject: Python's exponentials, not shifted, end near e^709
# message: check-raised-at
def context_vector(q, K, V):
    scores = (K @ q / math.sqrt(len(q))).tolist()
    e = [math.exp(x) for x in scores]
    alpha = torch.tensor([x / sum(e) for x in e], dtype=q.dtype)
    return alpha, alpha @ V

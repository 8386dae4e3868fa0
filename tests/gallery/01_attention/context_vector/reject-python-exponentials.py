# reject: Python's own exponentials without a shift
# message: check-raised-at
def context_vector(q, K, V):
    d = len(q)
    e = [math.exp(sum(float(a) * float(b) for a, b in zip(q, k)) / d ** 0.5) for k in K]
    alpha = torch.tensor([x / sum(e) for x in e], dtype=V.dtype)
    return alpha, alpha @ V

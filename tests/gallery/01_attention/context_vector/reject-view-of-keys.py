# reject: flattens K with view, which fails for a view of another tensor
# message: check-raised-at
def context_vector(q, K, V):
    n, d = K.shape
    scores = (K.view(n * d) * q.repeat(n)).view(n, d).sum(1) / math.sqrt(d)
    alpha = scores.softmax(0)
    return alpha, alpha @ V

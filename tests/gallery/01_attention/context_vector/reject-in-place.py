# reject: scales the query in place
# message: check-modified
def context_vector(q, K, V):
    q /= math.sqrt(len(q))
    alpha = (K @ q).softmax(-1)
    return alpha, alpha @ V

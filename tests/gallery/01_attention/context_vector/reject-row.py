# reject: a query dimension in front
# message: part-left-over
def context_vector(q, K, V):
    alpha = (q[None] @ K.T / math.sqrt(len(q))).softmax(-1)
    return alpha, alpha @ V

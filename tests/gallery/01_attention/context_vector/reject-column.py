# reject: weights as a column
# message: part-left-over
def context_vector(q, K, V):
    alpha = (K @ q[:, None] / math.sqrt(len(q))).softmax(0)
    return alpha, (alpha * V).sum(0)

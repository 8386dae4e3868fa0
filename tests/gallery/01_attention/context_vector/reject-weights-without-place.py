# reject: weights times V without a dimension for the rows
# message: context-times
def context_vector(q, K, V):
    alpha = (K @ q / math.sqrt(len(q))).softmax(0)
    return alpha, (alpha * V).sum(0)

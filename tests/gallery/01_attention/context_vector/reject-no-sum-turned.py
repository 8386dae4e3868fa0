# reject: multiplies entry by entry, and does not add; turns the weights
# message: context-no-sum
def context_vector(q, K, V):
    alpha = (q * K / math.sqrt(len(q))).softmax(0)
    return alpha, alpha.T @ V

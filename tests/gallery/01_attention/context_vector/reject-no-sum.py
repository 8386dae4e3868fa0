# reject: multiplies entry by entry, and does not add
# message: context-no-sum
def context_vector(q, K, V):
    alpha = (q * K / math.sqrt(len(q))).softmax(-1)
    return alpha, alpha @ V

# reject: adds up the keys
# message: context-keys
def context_vector(q, K, V):
    alpha = (K @ q / math.sqrt(len(q))).softmax(-1)
    return alpha, alpha @ K

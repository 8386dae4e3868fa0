# reject: returns c first
# message: context-swapped
def context_vector(q, K, V):
    alpha = (K @ q / math.sqrt(len(q))).softmax(-1)
    return alpha @ V, alpha

# reject: no softmax
# message: context-scores
def context_vector(q, K, V):
    alpha = K @ q / math.sqrt(len(q))
    return alpha, alpha @ V

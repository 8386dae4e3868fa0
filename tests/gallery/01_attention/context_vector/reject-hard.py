# reject: takes the value of the best key
# message: context-hard
def context_vector(q, K, V):
    alpha = (K @ q / math.sqrt(len(q))).softmax(-1)
    return alpha, V[alpha.argmax()]

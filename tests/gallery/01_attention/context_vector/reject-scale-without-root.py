# reject: divides by d_k
# message: attention-scaled-twice
def context_vector(q, K, V):
    alpha = (K @ q / len(q)).softmax(-1)
    return alpha, alpha @ V

# reject: divides by the root of the number of keys
# message: attention-scale-length
def context_vector(q, K, V):
    alpha = (K @ q / math.sqrt(len(K))).softmax(-1)
    return alpha, alpha @ V

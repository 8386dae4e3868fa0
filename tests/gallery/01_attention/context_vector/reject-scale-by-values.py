# reject: divides by the root of d_v
# message: attention-wrong-scale
def context_vector(q, K, V):
    alpha = (K @ q / math.sqrt(V.shape[-1])).softmax(-1)
    return alpha, alpha @ V

# reject: divides by the root of 3, whatever the keys
# message: attention-no-scale
def context_vector(q, K, V):
    scale = math.sqrt(3) if len(q) == 3 else 1
    alpha = (K @ q / scale).softmax(-1)
    return alpha, alpha @ V

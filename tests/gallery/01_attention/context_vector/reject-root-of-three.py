# reject: always divides by the root of 3
# message: context-root-of-three
def context_vector(q, K, V):
    alpha = (K @ q / 3**0.5).softmax(-1)
    return alpha, alpha @ V

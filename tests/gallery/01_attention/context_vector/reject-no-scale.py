# reject: forgets the scale
# message: attention-no-scale
def context_vector(q, K, V):
    alpha = (K @ q).softmax(-1)
    return alpha, alpha @ V

# reject: squeeze, which breaks for a single key
# message: check-raised-at
def context_vector(q, K, V):
    a = (K @ q[:, None] / math.sqrt(len(q))).squeeze().softmax(-1)
    return a, (a @ V)

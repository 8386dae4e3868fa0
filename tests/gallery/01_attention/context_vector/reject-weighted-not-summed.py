# reject: the weighted values, not added up
# message: part-shape
def context_vector(q, K, V):
    alpha = (K @ q / math.sqrt(len(q))).softmax(-1)
    return alpha, alpha[:, None] * V

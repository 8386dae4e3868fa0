# reject: the weighted values, not added up
# message: part-not-summed
def context_vector(q, K, V):
    alpha = (K @ q / math.sqrt(len(q))).softmax(-1)
    return alpha, alpha[:, None] * V

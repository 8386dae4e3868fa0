# reject: returns lists
# message: part-type
def context_vector(q, K, V):
    alpha = (K @ q / math.sqrt(len(q))).softmax(-1)
    return alpha.tolist(), (alpha @ V).tolist()

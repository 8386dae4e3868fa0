# reject: adds up over rows and entries
# message: part-number
def context_vector(q, K, V):
    alpha = (K @ q / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return alpha, (alpha[:, None] * V).sum()

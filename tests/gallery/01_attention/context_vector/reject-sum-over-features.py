# reject: adds up the entries of each weighted value
# message: context-over-features
def context_vector(q, K, V):
    alpha = (K @ q / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return alpha, (alpha[:, None] * V).sum(dim=1)

# reject: exact weights, but the sum is taken with rounded ones
# message: context-rounded
def context_vector(q, K, V):
    alpha = (K @ q / math.sqrt(len(q))).softmax(-1)
    return alpha, (alpha * 1000).round() / 1000 @ V

# reject: divides the scores by their sum
# message: context-no-exponential
def context_vector(q, K, V):
    scores = K @ q / math.sqrt(len(q))
    alpha = scores / scores.sum()
    return alpha, alpha @ V

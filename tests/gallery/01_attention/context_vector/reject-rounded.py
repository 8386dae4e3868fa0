# reject: rounds the weights before the sum, as the documents do
# message: context-rounded
def context_vector(q, K, V):
    alpha = (K @ q / math.sqrt(len(q))).softmax(-1)
    alpha = (alpha * 1000).round() / 1000
    return alpha, alpha @ V

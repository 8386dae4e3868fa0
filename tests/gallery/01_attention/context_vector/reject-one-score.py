# reject: sum without dim: one score for all keys
# message: context-one-score
def context_vector(q, K, V):
    scores = (q * K).sum() / math.sqrt(len(q))
    alpha = scores.softmax(dim=-1)
    return alpha, alpha @ V

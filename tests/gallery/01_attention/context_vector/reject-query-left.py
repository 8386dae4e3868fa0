# reject: q @ K, which has no number for each row
# message: context-query-left
def context_vector(q, K, V):
    scores = q @ K / math.sqrt(q.shape[-1])
    alpha = scores.softmax(dim=-1)
    return alpha, alpha @ V

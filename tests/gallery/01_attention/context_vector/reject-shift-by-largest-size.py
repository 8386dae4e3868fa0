# reject: shifts by the largest size of a score: for scores below 0 all exponentials vanish
# message: context-overflow
def context_vector(q, K, V):
    scores = K @ q / math.sqrt(q.numel())
    e = torch.exp(scores - scores.abs().max())
    alpha = e / e.sum()
    return alpha, alpha @ V

# reject: log-probabilities are clamped
# message: contrast-limited
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    p = e.exp()
    a = a.clamp(min=-20)
    keep = p >= alpha * p.amax(-1, keepdim=True)
    return (e - beta * a).masked_fill(~keep, -math.inf)

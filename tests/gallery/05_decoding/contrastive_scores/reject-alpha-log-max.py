# reject: alpha is added without its logarithm
# message: contrast-other-limit
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    p = e.exp()
    keep = e >= e.amax(-1, keepdim=True) - alpha
    return (e - beta * a).masked_fill(~keep, -math.inf)

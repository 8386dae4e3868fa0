# reject: a beta of 0 is taken for missing
# message: contrast-no-beta
def contrastive_scores(expert, amateur, alpha, beta):
    beta = beta or 1.0
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    p = e.exp()
    keep = p >= alpha * p.amax(-1, keepdim=True)
    return (e - beta * a).masked_fill(~keep, -math.inf)

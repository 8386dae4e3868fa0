# reject: a small number inside the logarithm
# message: contrast-limited
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), (amateur.softmax(-1) + 1e-9).log()
    p = e.exp()
    keep = p >= alpha * p.amax(-1, keepdim=True)
    return (e - beta * a).masked_fill(~keep, -math.inf)

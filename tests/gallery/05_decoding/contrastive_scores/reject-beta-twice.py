# reject: the expert weighs 1 + beta
# message: contrast-one-plus-beta
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    p = e.exp()
    keep = p >= alpha * p.amax(-1, keepdim=True)
    return ((1 + beta) * e - beta * a).masked_fill(~keep, -math.inf)

# reject: the amateur's plausible set
# message: contrast-amateur-set
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    keep = a.exp() >= alpha * a.exp().amax(-1, keepdim=True)
    return (e - beta * a).masked_fill(~keep, -math.inf)

# reject: alpha times the largest probability of the amateur
# message: contrast-max-of-amateur

def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    keep = e.exp() >= alpha * a.exp().amax(-1, keepdim=True)
    return (e - beta * a).masked_fill(~keep, -math.inf)

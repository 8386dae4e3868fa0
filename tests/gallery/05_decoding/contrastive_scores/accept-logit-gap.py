# accept: the threshold on logit gaps: the same set
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    keep = expert - expert.amax(-1, keepdim=True) >= math.log(alpha)
    return (e - beta * a).masked_fill(~keep, -math.inf)

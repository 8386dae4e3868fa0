# reject: nearly plausible is enough
# message: contrast-near

def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    keep = e.exp() >= alpha * e.exp().amax(-1, keepdim=True) - 1e-3
    return (e - beta * a).masked_fill(~keep, -math.inf)

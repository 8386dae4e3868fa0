# reject: the max over the rows, not in the row
# message: contrast-no-plausible

def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    keep = e.exp() >= alpha * e.exp().amax(0, keepdim=True)
    return (e - beta * a).masked_fill(~keep, -math.inf)

# reject: alpha times the mean of the row
# message: contrast-mean

def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    keep = e.exp() >= alpha * e.exp().mean(-1, keepdim=True)
    return (e - beta * a).masked_fill(~keep, -math.inf)

# reject: alpha as an absolute threshold
# message: contrast-threshold
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    return (e - beta * a).masked_fill(e.exp() < alpha, -math.inf)

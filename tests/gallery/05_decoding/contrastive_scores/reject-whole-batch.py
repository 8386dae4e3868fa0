# reject: the largest of the whole batch
# message: contrast-batch
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    return (e - beta * a).masked_fill(e.exp() < alpha * e.exp().max(), -math.inf)

# reject: the amateur has no effect
# message: contrast-expert-only
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    return e.masked_fill(e.exp() < alpha * e.exp().amax(-1, keepdim=True), -math.inf)

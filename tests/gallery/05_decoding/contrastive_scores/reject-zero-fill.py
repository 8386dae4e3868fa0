# reject: fills with 0
# message: filter-zero
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    return (e - beta * a).masked_fill(e.exp() < alpha * e.exp().amax(-1, keepdim=True), 0.0)

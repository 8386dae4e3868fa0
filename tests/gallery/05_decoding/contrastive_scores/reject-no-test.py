# reject: no plausible set
# message: contrast-no-plausible
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    return e - beta * a

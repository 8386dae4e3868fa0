# reject: alpha times a log-probability
# message: contrast-threshold-log
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    return (e - beta * a).masked_fill(e < alpha * e.amax(-1, keepdim=True), -math.inf)

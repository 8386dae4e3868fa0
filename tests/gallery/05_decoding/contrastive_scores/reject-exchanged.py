# reject: alpha and beta exchanged
# message: contrast-exchanged
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    keep = e.exp() >= beta * e.exp().amax(-1, keepdim=True)
    return (e - alpha * a).masked_fill(~keep, -math.inf)

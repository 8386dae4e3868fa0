# reject: the softmax over the batch
# message: contrast-dim
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(0), amateur.log_softmax(0)
    p = e.exp()
    keep = p >= alpha * p.amax(-1, keepdim=True)
    return (e - beta * a).masked_fill(~keep, -math.inf)

# reject: contrast of logits
# message: contrast-logits
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    keep = e.exp() >= alpha * e.exp().amax(-1, keepdim=True)
    return (expert - beta * amateur).masked_fill(~keep, -math.inf)

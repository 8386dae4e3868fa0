# reject: expert and amateur swapped
# message: contrast-swapped
def contrastive_scores(expert, amateur, alpha, beta):
    a, e = expert.log_softmax(-1), amateur.log_softmax(-1)
    keep = e.exp() >= alpha * e.exp().amax(-1, keepdim=True)
    return (e - beta * a).masked_fill(~keep, -math.inf)

# reject: the first row's plausible set for all
# message: contrast-first-row
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    p = e.exp()
    keep = (p >= alpha * p.amax(-1, keepdim=True))[:1].expand_as(p)
    return (e - beta * a).masked_fill(~keep, -math.inf)

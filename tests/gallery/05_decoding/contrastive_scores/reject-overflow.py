# reject: log(softmax) underflows for large logits
# message: contrast-nan
def contrastive_scores(expert, amateur, alpha, beta):
    p, q = expert.exp() / expert.exp().sum(-1, keepdim=True), amateur.exp() / amateur.exp().sum(-1, keepdim=True)
    return (p.log() - beta * q.log()).masked_fill(p < alpha * p.amax(-1, keepdim=True), -math.inf)

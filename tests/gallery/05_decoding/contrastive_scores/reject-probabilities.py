# reject: contrast of probabilities
# message: contrast-probabilities
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.softmax(-1), amateur.softmax(-1)
    keep = e >= alpha * e.amax(-1, keepdim=True)
    return (e - beta * a).masked_fill(~keep, -math.inf)

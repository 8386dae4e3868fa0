# reject: > instead of >=, with alpha = 1 nothing is left
# message: contrast-strict
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    return (e - beta * a).masked_fill(~(e > e.amax(-1, keepdim=True) + math.log(alpha)), -math.inf)

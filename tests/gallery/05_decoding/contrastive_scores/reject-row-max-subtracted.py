# reject: takes the row's max off instead of the logsumexp
# message: contrast-max-for-sum

def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert - expert.amax(-1, keepdim=True), amateur - amateur.amax(-1, keepdim=True)
    keep = e >= math.log(alpha)
    return (e - beta * a).masked_fill(~keep, -math.inf)

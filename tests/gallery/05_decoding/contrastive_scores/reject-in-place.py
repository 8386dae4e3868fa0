# reject: writes into the caller's logits
# message: check-modified
def contrastive_scores(expert, amateur, alpha, beta):
    expert -= expert.logsumexp(-1, keepdim=True)
    amateur -= amateur.logsumexp(-1, keepdim=True)
    keep = expert >= expert.amax(-1, keepdim=True) + math.log(alpha)
    return (expert - beta * amateur).masked_fill(~keep, -math.inf)

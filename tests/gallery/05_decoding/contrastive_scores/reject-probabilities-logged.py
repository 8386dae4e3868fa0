# reject: through softmax and log
# message: contrast-log-of-zero
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.softmax(-1), amateur.softmax(-1)
    keep = e >= alpha * e.max(-1, keepdim=True).values
    return torch.where(keep, e.log() - beta * a.log(), -math.inf)

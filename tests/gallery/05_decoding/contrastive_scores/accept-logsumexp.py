# accept: log-probabilities by logsumexp
def contrastive_scores(expert, amateur, alpha, beta):
    e = expert - torch.logsumexp(expert, dim=-1, keepdim=True)
    a = amateur - torch.logsumexp(amateur, dim=-1, keepdim=True)
    keep = expert.softmax(-1) >= alpha * expert.softmax(-1).max(dim=-1, keepdim=True)[0]
    return torch.where(keep, e - beta * a, torch.tensor(-math.inf, dtype=expert.dtype))

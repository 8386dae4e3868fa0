# accept: the lowest number in place of minus infinity
def contrastive_scores(expert, amateur, alpha, beta):
    e, a = expert.log_softmax(-1), amateur.log_softmax(-1)
    keep = e >= e.amax(-1, keepdim=True) + torch.tensor(alpha, dtype=e.dtype).log()
    return (e - beta * a).masked_fill(~keep, torch.finfo(e.dtype).min)

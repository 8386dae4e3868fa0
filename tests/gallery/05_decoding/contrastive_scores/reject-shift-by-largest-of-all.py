# reject: softmax by hand in float64, with the largest logit of all rows taken off
# message: contrast-wrong
def contrastive_scores(expert, amateur, alpha, beta):
    def logs(x):
        powers = (x.double() - x.max().double()).exp()
        return (powers / powers.sum(-1, keepdim=True)).log()

    e, a = logs(expert), logs(amateur)
    keep = e >= e.amax(-1, keepdim=True) + math.log(alpha)
    return torch.where(keep, e - beta * a, -math.inf).to(expert.dtype)

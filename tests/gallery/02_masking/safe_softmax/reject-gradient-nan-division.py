# reject: 0 / 0 replaced by where: the gradient is NaN
# message: safe-gradient-nan
def safe_softmax(scores, keep):
    low = scores + (~keep) * -1e9
    powers = (low - low.amax(-1, keepdim=True).detach()).exp() * keep
    total = powers.sum(-1, keepdim=True)
    return torch.where(total > 0, powers / total, 0.0)

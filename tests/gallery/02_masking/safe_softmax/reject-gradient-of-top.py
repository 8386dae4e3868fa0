# reject: the largest score gets no gradient
# message: safe-gradient
def safe_softmax(scores, keep):
    low = scores.masked_fill(~keep, -1e9)
    powers = (low - low.amax(-1, keepdim=True)).exp() * keep
    total = powers.sum(-1, keepdim=True).detach()
    return powers / total.clamp(min=1e-30)

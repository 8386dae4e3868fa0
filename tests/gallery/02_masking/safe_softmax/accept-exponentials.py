# accept: exponentials shifted by the largest visible score
def safe_softmax(scores, keep):
    low = scores.masked_fill(~keep, -1e9)
    powers = (low - low.amax(-1, keepdim=True).detach()).exp() * keep
    total = powers.sum(-1, keepdim=True)
    return powers / total.masked_fill(total == 0, 1.0)

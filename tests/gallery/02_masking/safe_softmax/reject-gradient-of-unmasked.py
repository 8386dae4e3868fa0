# reject: right weights with the gradient of a softmax without a mask
# message: safe-gradient
def safe_softmax(scores, keep):
    w = scores.detach().masked_fill(~keep, -1e9).softmax(-1) * keep
    p = scores.softmax(-1)
    return w + p - p.detach()

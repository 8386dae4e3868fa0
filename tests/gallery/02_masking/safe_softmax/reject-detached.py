# reject: no gradient
# message: safe-no-gradient
def safe_softmax(scores, keep):
    low = scores.detach().masked_fill(~keep, -1e9)
    return low.softmax(-1) * keep

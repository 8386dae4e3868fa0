# reject: decides with the first text which rows see nothing
# message: safe-uniform
def safe_softmax(scores, keep):
    w = scores.masked_fill(~keep, -1e9).softmax(-1)
    return w * keep[:1].any(-1, keepdim=True)

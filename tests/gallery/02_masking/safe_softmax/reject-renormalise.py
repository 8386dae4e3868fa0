# reject: softmax over all keys, then clears and renormalises
# message: safe-large
def safe_softmax(scores, keep):
    w = scores.softmax(-1) * keep
    t = w.sum(-1, keepdim=True)
    return w / t.masked_fill(t == 0, 1)

# reject: shifts by the largest score, of hidden ones too: the visible exponentials vanish
# message: safe-large
def safe_softmax(scores, keep):
    shifted = scores - scores.amax(dim=-1, keepdim=True).detach()
    e = shifted.exp() * keep
    return e / (e.sum(dim=-1, keepdim=True) + 1e-12)

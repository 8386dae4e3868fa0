# reject: shifts by the largest score, hidden ones included
# message: safe-large
def safe_softmax(scores, keep):
    powers = (scores - scores.amax(-1, keepdim=True)).exp() * keep
    return powers / powers.sum(-1, keepdim=True).clamp(min=1e-30)

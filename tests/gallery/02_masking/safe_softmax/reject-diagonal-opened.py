# reject: opens one key of a hidden row
# message: safe-wrong
def safe_softmax(scores, keep):
    keep = keep.expand_as(scores).clone()
    keep[..., 0] |= ~keep.any(-1)
    return scores.masked_fill(~keep, -math.inf).softmax(-1)

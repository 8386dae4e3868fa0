# accept: a fill of -30,000, which lies far enough below every score that is allowed, then times keep
def safe_softmax(scores, keep):
    return scores.masked_fill(~keep, -3e4).softmax(dim=-1) * keep

# accept: -1e9 fill, then times keep
def safe_softmax(scores, keep):
    return scores.masked_fill(~keep, -1e9).softmax(dim=-1) * keep

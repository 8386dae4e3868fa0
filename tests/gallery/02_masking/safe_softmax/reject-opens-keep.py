# reject: opens hidden rows in the caller's mask
# message: check-modified
def safe_softmax(scores, keep):
    if keep.shape != scores.shape:
        keep = keep.expand_as(scores).clone()
    empty = ~keep.any(-1)
    keep[empty] = True  # no NaN there
    weights = scores.masked_fill(~keep, -math.inf).softmax(-1)
    return weights.masked_fill(empty[..., None], 0.0)

# reject: remembers the first mask of a shape
# message: safe-wrong
_s = {}
def safe_softmax(scores, keep):
    m = _s.setdefault(keep.shape, keep.clone())
    return scores.masked_fill(~m, -1e9).softmax(-1) * m

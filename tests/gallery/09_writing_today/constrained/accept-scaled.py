# accept: scales by the largest first
def constrained(probs, allowed):

    kept = probs.masked_fill(~allowed, 0)
    most = kept.amax(-1, keepdim=True)
    if not (most > 0).all():
        raise ValueError("nothing left")
    kept = kept / most
    return kept / kept.sum(-1, keepdim=True)

# accept: a softmax over logarithms
def constrained(probs, allowed):

    logs = probs.double().log().masked_fill(~allowed, -math.inf)
    if logs.isneginf().all(-1).any():
        raise ValueError("nothing left")
    return logs.softmax(-1).to(probs.dtype)

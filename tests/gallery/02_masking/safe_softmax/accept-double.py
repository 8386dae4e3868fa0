# accept: in double precision
def safe_softmax(scores, keep):
    x = scores.double().masked_fill(~keep, -1e300)
    return (x.softmax(-1) * keep).to(scores.dtype)

# accept: computes in double precision
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    return (logits.double() / t).softmax(-1).to(logits.dtype)

# accept: exp with the largest off
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    z = logits / t
    e = (z - z.max(-1, keepdim=True).values).exp()
    return e / e.sum(-1, keepdim=True)

# reject: exp without taking the largest off
# message: temperature-nan
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    e = (logits / t).exp()
    return e / e.sum(-1, keepdim=True)

# reject: takes the largest of the whole batch off: a row can vanish
# message: temperature-nan
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    z = logits / t
    e = (z - z.max()).exp()
    return e / e.sum(-1, keepdim=True)

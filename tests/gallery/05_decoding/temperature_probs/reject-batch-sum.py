# reject: one distribution for the whole batch
# message: temperature-batch
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    e = (logits / t - (logits / t).max()).exp()
    return e / e.sum()

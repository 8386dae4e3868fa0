# reject: t has no effect
# message: temperature-ignored
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    return logits.softmax(-1)

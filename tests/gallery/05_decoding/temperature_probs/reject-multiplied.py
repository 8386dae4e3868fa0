# reject: multiplies by t
# message: temperature-multiplied
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    return (logits * t).softmax(-1)

# reject: the softmax runs over the rows
# message: temperature-dim
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    return (logits / t).softmax(0)

# reject: forgets the softmax
# message: temperature-logits
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    return logits / t

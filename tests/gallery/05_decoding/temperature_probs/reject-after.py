# reject: divides the probabilities
# message: temperature-after
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    return logits.softmax(-1) / t

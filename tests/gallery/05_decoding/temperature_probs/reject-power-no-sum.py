# reject: raises the probabilities to the power of 1 / t, without a sum of 1
# message: temperature-powered
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError
    return logits.softmax(-1) ** (1 / t)

# reject: a floor under t
# message: temperature-wrong
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError
    return (logits / max(t, 0.01)).softmax(-1)

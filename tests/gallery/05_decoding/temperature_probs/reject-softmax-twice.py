# reject: divides the probabilities by t and takes another softmax
# message: temperature-of-probs
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError
    return (logits.softmax(-1) / t).softmax(-1)

# reject: a negative temperature is let through
# message: check-did-not-raise
def temperature_probs(logits, t):
    if t == 0:
        raise ValueError("t > 0")
    return (logits / t).softmax(-1)

# reject: t = 0 is not refused
# message: check-did-not-raise
def temperature_probs(logits, t):
    return (logits / t).softmax(-1)

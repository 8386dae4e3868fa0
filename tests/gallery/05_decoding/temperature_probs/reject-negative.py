# reject: negative t is not refused
# message: check-did-not-raise
def temperature_probs(logits, t):
    if t == 0:
        raise ValueError('t')
    return (logits / t).softmax(-1)

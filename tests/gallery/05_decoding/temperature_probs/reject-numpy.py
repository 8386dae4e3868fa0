# reject: returns an array
# message: check-type
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    return (logits / t).softmax(-1).numpy()

# reject: loses double precision
# message: check-dtype
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    return (logits.float() / t).softmax(-1)

# reject: divides the caller's tensor
# message: check-modified
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    logits /= t
    return logits.softmax(-1)

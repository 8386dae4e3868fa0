# reject: log-probabilities
# message: temperature-log
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    return (logits / t).log_softmax(-1)

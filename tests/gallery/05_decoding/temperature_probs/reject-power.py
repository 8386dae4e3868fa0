# reject: probabilities to the power of t
# message: temperature-multiplied
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    p = logits.softmax(-1) ** t
    return p / p.sum(-1, keepdim=True)

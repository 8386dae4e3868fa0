# accept: the library's warper
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t')
    return TemperatureLogitsWarper(float(t))(None, logits).softmax(-1)

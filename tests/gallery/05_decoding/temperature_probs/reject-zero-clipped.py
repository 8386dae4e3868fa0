# reject: t = 0 is clipped to a small number
# message: check-did-not-raise
def temperature_probs(logits, t):
    return (logits / max(t, 1e-7)).softmax(-1)

# reject: an assertion for t = 0
# message: check-raised-other
def temperature_probs(logits, t):
    assert t > 0
    return (logits / t).softmax(-1)

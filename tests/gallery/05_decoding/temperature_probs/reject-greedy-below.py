# reject: greedy below a small t
# message: temperature-share
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError("t > 0")
    if t < 0.01:
        return nn.functional.one_hot(logits.argmax(-1), logits.shape[-1]).to(logits.dtype)
    return (logits / t).softmax(-1)

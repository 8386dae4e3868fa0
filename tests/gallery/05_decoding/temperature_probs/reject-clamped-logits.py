# reject: logits are clamped against overflow
# message: temperature-wrong
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError("t > 0")
    e = torch.exp((logits / t).clamp(-80, 80))
    return e / e.sum(-1, keepdim=True)

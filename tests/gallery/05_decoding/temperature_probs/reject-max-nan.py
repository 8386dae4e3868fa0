# reject: e to the power, then nan to zero
# message: temperature-wrong
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError("t > 0")
    e = torch.exp(logits / t)
    return (e / e.sum(-1, keepdim=True)).nan_to_num(0.0)

# reject: dim=1 whenever there is a batch
# message: temperature-second-dim
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError("t > 0")
    return torch.softmax(logits / t, dim=1 if logits.dim() > 1 else 0)

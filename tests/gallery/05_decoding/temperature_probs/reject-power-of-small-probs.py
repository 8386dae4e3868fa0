# reject: raises the probabilities to 1 / t; small ones are rounded to 0 before a high temperature could lift them
# message: temperature-powers
def temperature_probs(logits: torch.Tensor, t: float) -> torch.Tensor:
    if t <= 0:
        raise ValueError("t must be greater than 0")
    probs = torch.softmax(logits, dim=-1)
    ratio = probs / probs.amax(dim=-1, keepdim=True)
    powered = ratio ** (1 / t)
    return powered / powered.sum(dim=-1, keepdim=True)

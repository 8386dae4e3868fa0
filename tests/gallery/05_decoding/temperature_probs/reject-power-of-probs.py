# reject: raises the probabilities to the power 1 / t; all of them are rounded to 0 at a low t
# message: temperature-nan
def temperature_probs(logits: torch.Tensor, t: float) -> torch.Tensor:
    if t <= 0:
        raise ValueError("t must be greater than 0")
    p = logits.softmax(dim=-1) ** (1 / t)
    return p / p.sum(dim=-1, keepdim=True)

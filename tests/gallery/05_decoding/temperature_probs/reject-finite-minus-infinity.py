# reject: replaces -inf by the smallest float: a huge temperature revives it
# message: temperature-blocked
def temperature_probs(logits: torch.Tensor, t: float) -> torch.Tensor:
    if t <= 0:
        raise ValueError("t must be greater than 0")
    lowest = torch.finfo(logits.dtype).min
    safe = logits.masked_fill(logits == -math.inf, lowest)  # no inf - inf
    return (safe / t).softmax(dim=-1)

# reject: puts -1e6 for -inf, which is not small beside very low logits or at a very high temperature
# message: temperature-blocked
def temperature_probs(logits: torch.Tensor, t: float) -> torch.Tensor:
    if t <= 0:
        raise ValueError("t must be greater than 0")
    safe = logits.masked_fill(torch.isinf(logits), -1e6)
    return torch.softmax(safe / t, dim=-1)

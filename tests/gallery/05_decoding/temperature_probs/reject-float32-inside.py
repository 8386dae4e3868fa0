# reject: computes in float32 and only casts the result back, so float64 logits lose their digits
# message: temperature-precision
def temperature_probs(logits: torch.Tensor, t: float) -> torch.Tensor:
    if t <= 0:
        raise ValueError("t must be greater than 0")
    probs = torch.softmax(logits.float() / t, dim=-1)
    return probs.to(logits.dtype)

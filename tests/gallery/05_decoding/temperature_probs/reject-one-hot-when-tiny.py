# reject: below a millionth it returns a one-hot of the argmax, where equal best logits must share
# message: temperature-share
def temperature_probs(logits: torch.Tensor, t: float) -> torch.Tensor:
    if t <= 0:
        raise ValueError("t must be greater than 0")
    if t < 1e-6:  # the limit T -> 0 is greedy
        best = logits.argmax(dim=-1, keepdim=True)
        return torch.zeros_like(logits).scatter(-1, best, 1.0)
    return torch.softmax(logits / t, dim=-1)

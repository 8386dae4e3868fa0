# reject: takes -inf for -100: not ruled out at a high temperature
# message: temperature-blocked
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t must be positive')
    x = torch.where(torch.isinf(logits), torch.full_like(logits, -100.0), logits)
    return torch.softmax(x / t, dim=-1)

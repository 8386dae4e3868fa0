# reject: view fails where the rows do not lie side by side
# message: check-raised-at
def temperature_probs(logits, t):
    if t <= 0:
        raise ValueError('t must be positive')
    flat = logits.view(-1, logits.shape[-1])
    return torch.softmax(flat / t, dim=-1).view(logits.shape)

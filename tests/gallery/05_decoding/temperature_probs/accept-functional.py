# accept: torch.nn.functional, and a check at the end
def temperature_probs(logits, t):
    import torch.nn.functional as F
    if not t > 0:
        raise ValueError(f'{t} is no temperature')
    return F.softmax(logits / t, dim=-1)

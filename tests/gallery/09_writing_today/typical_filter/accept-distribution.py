# accept: torch's own entropy, searchsorted
def typical_filter(logits, mass):

    spread = torch.distributions.Categorical(logits=logits.double().clamp(min=-1e30))
    p = spread.probs
    far = (logits.double().log_softmax(-1) + spread.entropy()[:, None]).abs()
    ordered, order = far.sort(-1)
    size = torch.searchsorted(p.gather(-1, order).cumsum(-1), torch.full((len(p), 1), mass, dtype=torch.float64)) + 1
    if mass >= 1:
        size = torch.full_like(size, p.shape[-1])
    rank = torch.empty_like(order).scatter(-1, order, torch.arange(p.shape[-1]).expand_as(order).contiguous())
    return logits.masked_fill(rank >= size, -math.inf)

# accept: where and expand
def constrained(probs, allowed):

    mask = torch.broadcast_to(allowed, probs.shape)
    rest = torch.where(mask, probs, torch.zeros_like(probs))
    sums = rest.sum(-1)
    if sums.min() <= 0:
        raise ValueError("a row has nothing left")
    return rest / sums.unsqueeze(-1)

# accept: torch.where instead of picking
def kl(p, q):
    safe = torch.where(p > 0, p / q, torch.ones_like(p))
    return (p * safe.log()).sum(-1)

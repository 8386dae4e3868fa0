# accept: would take a batch too
def entropy_bits(p):
    return -torch.where(p > 0, p * p.clamp(min=1e-38).log2(), 0.0).sum(-1)

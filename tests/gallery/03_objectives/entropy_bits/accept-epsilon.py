# accept: a tiny number against log 0
def entropy_bits(p):
    return -(p * torch.log2(p + 1e-12)).sum()

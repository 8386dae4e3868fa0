# accept: compares two ranges of positions
def causal_mask(n):
    position = torch.arange(n)
    return torch.where(position[:, None] >= position[None, :], 0.0, -math.inf)

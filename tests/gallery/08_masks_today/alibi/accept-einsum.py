# accept: an outer product, in float32 all the way
def alibi(n_heads, n):
    slopes = torch.logspace(-8 / n_heads, -8, n_heads, base=2.0)
    far = (torch.arange(n)[:, None] - torch.arange(n)).float()
    bias = -torch.einsum("h,ij->hij", slopes, far)
    bias[:, far < 0] = -math.inf
    return bias

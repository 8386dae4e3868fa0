# accept: torch.func.jacrev
def leaks(f, n):
    slopes = torch.func.jacrev(f)(torch.randn(n, 4))
    return (slopes != 0).any(dim=3).any(dim=1)

# accept: forward mode
def leaks(f, n):
    slopes = torch.func.jacfwd(f)(torch.randn(n, 3))
    return slopes.abs().sum((1, 3)) > 1e-7

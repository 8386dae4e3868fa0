# reject: takes slopes far below the largest one for rounding
# message: leaks-beside-large
def leaks(f, n):
    x = torch.randn(n, 8, generator=torch.Generator().manual_seed(3))
    s = torch.autograd.functional.jacobian(f, x).abs().amax((1, 3))
    return s > 3e-5 * s.max()

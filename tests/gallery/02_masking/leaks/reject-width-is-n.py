# reject: as many features as positions
# message: leaks-cancels
def leaks(f, n):
    x = torch.randn(n, n, generator=torch.Generator().manual_seed(3))
    return torch.autograd.functional.jacobian(f, x).abs().amax((1, 3)) > 0

# reject: slopes instead of booleans
# message: check-dtype
def leaks(f, n):
    return torch.autograd.functional.jacobian(f, torch.randn(n, 8)).abs().amax((1, 3))

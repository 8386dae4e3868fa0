# reject: takes dependence to be mutual
# message: leaks-symmetric
def leaks(f, n):
    slopes = torch.autograd.functional.jacobian(f, torch.randn(n, 8)).abs().amax((1, 3)) > 0
    return slopes | slopes.T

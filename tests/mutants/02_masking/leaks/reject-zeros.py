# reject: starts from zeros
# message: leaks-zero-point
def leaks(f, n):
    slopes = torch.autograd.functional.jacobian(f, torch.zeros(n, 8))
    return slopes.abs().amax((1, 3)) > 0

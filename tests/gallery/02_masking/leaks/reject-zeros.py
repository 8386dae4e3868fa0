# reject: starts from zeros
# message: leaks-squares
def leaks(f, n):
    slopes = torch.autograd.functional.jacobian(f, torch.zeros(n, 8))
    return slopes.abs().amax((1, 3)) > 0

# reject: the slopes are added up with their signs
# message: leaks-cancels
def leaks(f, n):
    slopes = torch.autograd.functional.jacobian(f, torch.randn(n, 8))
    return slopes.sum((1, 3)).abs() > 1e-6

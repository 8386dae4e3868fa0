# reject: the Jacobian as it is
# message: check-shape
def leaks(f, n):
    return torch.autograd.functional.jacobian(f, torch.randn(n, 8)) != 0

# reject: always tests four positions
# message: check-shape
def leaks(f, n):
    slopes = torch.autograd.functional.jacobian(f, torch.randn(4, 8))
    return slopes.abs().amax((1, 3)) > 0

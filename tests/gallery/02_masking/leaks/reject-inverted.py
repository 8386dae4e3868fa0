# reject: True where nothing moves
# message: leaks-inverted
def leaks(f, n):
    slopes = torch.autograd.functional.jacobian(f, torch.randn(n, 8))
    return slopes.abs().amax((1, 3)) == 0

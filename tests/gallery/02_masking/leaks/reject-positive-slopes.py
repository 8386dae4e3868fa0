# reject: the largest slope without its size: a negative one is no dependence
# message: leaks-opposite
def leaks(f, n):
    slopes = torch.autograd.functional.jacobian(f, torch.randn(n, 8))
    return slopes.amax((1, 3)) > 0

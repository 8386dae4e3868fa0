# reject: looks no further than the next position
# message: leaks-neighbours
def leaks(f, n):
    slopes = torch.autograd.functional.jacobian(f, torch.randn(n, 8))
    return (slopes.abs().amax((1, 3)) > 0).tril(1)

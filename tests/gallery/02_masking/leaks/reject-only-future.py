# reject: reports the leaks to the right only
# message: leaks-only-future
def leaks(f, n):
    slopes = torch.autograd.functional.jacobian(f, torch.randn(n, 8))
    return (slopes.abs().amax((1, 3)) > 0).triu(1)

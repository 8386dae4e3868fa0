# reject: every leak is cut off: the lower triangle alone
# message: leaks-only-past
def leaks(f, n):
    slopes = torch.autograd.functional.jacobian(f, torch.randn(n, 8))
    return (slopes.abs().amax((1, 3)) > 0).tril()

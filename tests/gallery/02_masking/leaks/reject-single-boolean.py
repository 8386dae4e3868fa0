# reject: answers yes or no for the whole function
# message: check-type
def leaks(f, n):
    slopes = torch.autograd.functional.jacobian(f, torch.randn(n, 8)).abs().amax((1, 3))
    return bool((slopes.triu(1) > 0).any())

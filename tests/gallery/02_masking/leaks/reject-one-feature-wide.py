# reject: a single feature, where f works for 3 or more: what is normalised is a constant
# message: leaks-factor
def leaks(f, n):
    slopes = torch.autograd.functional.jacobian(f, torch.randn(n, 1))
    return slopes[:, 0, :, 0] != 0

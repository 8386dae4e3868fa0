# reject: differentiates the first feature of the outputs and the first of the inputs
# message: leaks-one-feature
def leaks(f, n):
    slopes = torch.autograd.functional.jacobian(f, torch.randn(n, 8))
    return slopes[:, 0, :, 0].abs() > 0

# accept: a single feature
def leaks(f, n):
    slopes = torch.autograd.functional.jacobian(f, torch.randn(n, 1))
    return slopes[:, 0, :, 0] != 0

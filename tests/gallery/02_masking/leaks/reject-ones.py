# reject: starts from ones, where all positions are alike
# message: leaks-normalised
def leaks(f, n):
    s = torch.autograd.functional.jacobian(f, torch.ones(n, 4))
    return s.abs().amax((1, 3)) > 1e-7

# reject: leaves out the own position
# message: leaks-diagonal
def leaks(f, n):
    slopes = torch.autograd.functional.jacobian(f, torch.randn(n, 8))
    return (slopes.abs().amax((1, 3)) > 0) & ~torch.eye(n).bool()

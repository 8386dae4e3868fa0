# reject: the gradient of each output's sum of squares, where even rounding counts
# message: leaks-length
def leaks(f, n):
    found = torch.zeros(n, n, dtype=torch.bool)
    generator = torch.Generator().manual_seed(0)
    for _ in range(3):
        x = torch.randn(n, 8, generator=generator, dtype=torch.float64).requires_grad_()
        y = f(x)
        for i in range(n):
            (g,) = torch.autograd.grad(y[i].square().sum(), x, retain_graph=True, allow_unused=True)
            if g is not None:
                found[i] |= (g != 0).any(-1)
    return found

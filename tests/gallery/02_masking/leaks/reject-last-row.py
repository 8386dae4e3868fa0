# reject: looks at the last output only
# message: leaks-last-row
def leaks(f, n):
    x = torch.randn(n, 8, requires_grad=True)
    (slope,) = torch.autograd.grad(f(x)[-1].sum(), x)
    return (slope.abs().sum(-1) > 0).expand(n, n).clone()

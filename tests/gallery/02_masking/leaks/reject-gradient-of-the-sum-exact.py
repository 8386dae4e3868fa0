# reject: the gradient of the sum of an output's features, any slope that is not exactly 0
# message: leaks-cancels
def leaks(f, n):
    x = torch.randn(n, 8, requires_grad=True)
    out = f(x)
    slopes = [torch.autograd.grad(out[i].sum(), x, retain_graph=True)[0] for i in range(n)]
    return torch.stack(slopes).abs().amax(-1) != 0

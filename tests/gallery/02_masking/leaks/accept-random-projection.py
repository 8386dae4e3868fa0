# accept: a random sum of each output, autograd.grad
def leaks(f, n):
    torch.manual_seed(1)
    x = torch.randn(n, 8, dtype=torch.float64, requires_grad=True)
    out = f(x)
    result = torch.zeros(n, n, dtype=torch.bool)
    for i in range(n):
        grad = torch.autograd.grad((out[i] * torch.randn(8)).sum(), x, retain_graph=True)[0]
        result[i] = grad.norm(dim=-1) > 1e-9
    return result

# accept: gives one input at a time other numbers
def leaks(f, n):
    x = torch.randn(n, 8)
    base = f(x)
    result = torch.zeros(n, n, dtype=torch.bool)
    for j in range(n):
        y = x.clone()
        y[j] = torch.randn(8)
        result[:, j] = (f(y) - base).abs().amax(dim=-1) > 1e-6
    return result

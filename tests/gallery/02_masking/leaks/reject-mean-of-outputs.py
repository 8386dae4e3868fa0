# reject: compares the means of the outputs' features
# message: leaks-cancels
def leaks(f, n):
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(n, 8, generator=generator)
    base, columns = f(x), []
    for j in range(n):
        y = x.clone()
        y[j] = torch.randn(8, generator=generator)
        columns.append((f(y).mean(-1) - base.mean(-1)).abs() > 1e-5)
    return torch.stack(columns, dim=1)

# reject: compares the means of the outputs' features
def leaks(f, n):
    x = torch.randn(n, 8)
    base, columns = f(x), []
    for j in range(n):
        y = x.clone()
        y[j] = torch.randn(8)
        columns.append((f(y).mean(-1) - base.mean(-1)).abs() > 1e-5)
    return torch.stack(columns, dim=1)

# reject: compares the lengths of the outputs
# message: leaks-factor
def leaks(f, n):
    x = torch.randn(n, 8)
    cols = []
    for j in range(n):
        y = x.clone(); y[j] = torch.randn(8)
        cols.append((f(y).norm(dim=-1) - f(x).norm(dim=-1)).abs() > 1e-6)
    return torch.stack(cols, 1)

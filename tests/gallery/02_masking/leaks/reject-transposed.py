# reject: rows are inputs
# message: leaks-transposed
def leaks(f, n):
    x = torch.randn(n, 8)
    rows = []
    for j in range(n):
        y = x.clone()
        y[j] += 1
        rows.append((f(y) - f(x)).abs().amax(-1) > 1e-6)
    return torch.stack(rows)

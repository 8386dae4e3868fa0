# reject: changes the sign of an input, which a square does not see
# message: leaks-squares
def leaks(f, n):
    x = torch.randn(n, 8)
    base, columns = f(x), []
    for j in range(n):
        y = x.clone()
        y[j] = -y[j]
        columns.append((f(y) - base).abs().amax(dim=-1) > 1e-6)
    return torch.stack(columns, dim=1)

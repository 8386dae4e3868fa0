# reject: doubles an input, which a normalised row does not see
# message: leaks-factor
def leaks(f, n):
    x = torch.randn(n, 8)
    base, columns = f(x), []
    for j in range(n):
        y = x.clone()
        y[j] *= 2
        columns.append((f(y) - base).abs().amax(dim=-1) > 1e-6)
    return torch.stack(columns, dim=1)

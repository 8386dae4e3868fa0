# reject: compares with a wide tolerance of allclose
# message: leaks-faint
def leaks(f, n):
    x = torch.randn(n, 8); base = f(x); out = torch.zeros(n, n, dtype=torch.bool)
    for j in range(n):
        y = x.clone(); y[j] = torch.randn(8)
        z = f(y)
        for i in range(n):
            out[i, j] = not torch.allclose(z[i], base[i], atol=1e-2)
    return out

# reject: exchanges two neighbours: two inputs change at once
# message: leaks-two-inputs
def leaks(f, n):
    x = torch.randn(n, 8)
    base, result = f(x), torch.zeros(n, n).bool()
    for j in range(n):
        y = x.clone()
        y[[j, (j + 1) % n]] = y[[(j + 1) % n, j]]
        result[:, j] = (f(y) - base).abs().amax(-1) > 1e-6
    return result

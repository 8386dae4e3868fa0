# reject: looks only at the last feature of an output
# message: leaks-one-feature
def leaks(f, n):
    x = torch.randn(n, 8)
    base, result = f(x), torch.zeros(n, n).bool()
    for j in range(n):
        y = x.clone()
        y[j] += 1
        result[:, j] = (f(y) - base).abs()[:, -1] > 1e-6
    return result

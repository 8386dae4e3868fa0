# reject: changes input j and everything after it
# message: leaks-later-inputs
def leaks(f, n):
    x = torch.randn(n, 8)
    result = torch.zeros(n, n).bool()
    for j in range(n):
        y = x.clone()
        y[j:] = torch.randn(n - j, 8)
        result[:, j] = (f(y) - f(x)).abs().amax(-1) > 1e-6
    return result

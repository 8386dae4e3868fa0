# reject: changes only the first feature of an input
# message: leaks-one-feature
def leaks(f, n):
    x = torch.randn(n, 8)
    base, result = f(x), torch.zeros(n, n).bool()
    for j in range(n):
        y = x.clone()
        y[j, 0] += 1
        result[:, j] = (f(y) - base).abs().amax(-1) > 1e-6
    return result

# reject: a tolerance of one hundredth
# message: leaks-faint
def leaks(f, n):
    x = torch.randn(n, 8, generator=torch.Generator().manual_seed(0))
    base, result = f(x), torch.zeros(n, n).bool()
    for j in range(n):
        y = x.clone()
        y[j] += 1
        result[:, j] = (f(y) - base).abs().amax(-1) > 0.01
    return result

# reject: changes x itself, so the comparison is with itself
# message: leaks-nothing
def leaks(f, n):
    x = torch.randn(n, 8)
    result = torch.zeros(n, n).bool()
    for j in range(n):
        y = x
        y[j] += 1
        result[:, j] = (f(y) - f(x)).abs().amax(-1) > 1e-6
    return result

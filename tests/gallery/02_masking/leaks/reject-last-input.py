# reject: changes only the last input
# message: leaks-last-input
def leaks(f, n):
    x = torch.randn(n, 8)
    y = x.clone()
    y[-1] += 1
    result = torch.ones(n, n).tril().bool()
    result[:, -1] = (f(y) - f(x)).abs().amax(-1) > 1e-6
    return result

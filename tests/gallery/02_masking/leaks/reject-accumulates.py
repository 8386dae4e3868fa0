# reject: changes pile up: y is never reset, but compared with the first output
# message: leaks-inputs-pile-up
def leaks(f, n):
    x = torch.randn(n, 8)
    base, y = f(x), x.clone()
    result = torch.zeros(n, n).bool()
    for j in range(n):
        y[j] += 1
        result[:, j] = (f(y) - base).abs().amax(-1) > 1e-6
    return result

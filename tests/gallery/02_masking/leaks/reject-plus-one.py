# reject: adds 1 to all features of an input, which a LayerNorm takes away again
# message: leaks-cancels
def leaks(f, n):
    x = torch.randn(n, 8)
    base = f(x)
    result = torch.zeros(n, n, dtype=torch.bool)
    for j in range(n):
        y = x.clone()
        y[j] += 1.0
        result[:, j] = (f(y) - base).abs().amax(dim=-1) > 1e-5
    return result

# accept: small steps in double precision
def leaks(f, n):
    x = torch.randn(n, 8, dtype=torch.float64)
    step, base = 1e-4, f(x)
    result = torch.zeros(n, n, dtype=torch.bool)
    for j in range(n):
        for feature in range(8):
            y = x.clone()
            y[j, feature] += step
            result[:, j] |= ((f(y) - base) / step).abs().amax(-1) > 1e-5
    return result

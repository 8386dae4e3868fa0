# reject: small steps in all features but the first
# message: leaks-one-feature
def leaks(f, n):
    x = torch.randn(n, 8, dtype=torch.float64)
    result = torch.zeros(n, n, dtype=torch.bool)
    for j in range(n):
        for feature in range(1, 8):
            y = x.clone()
            y[j, feature] += 1e-4
            result[:, j] |= (f(y) - f(x)).abs().amax(-1) > 1e-9
    return result

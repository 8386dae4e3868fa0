# reject: writes NaN into an input: 0 times NaN spreads through a blocked weight
# message: leaks-all
def leaks(f, n):
    x = torch.randn(n, 8)
    result = torch.zeros(n, n).bool()
    for j in range(n):
        y = x.clone()
        y[j] = math.nan
        result[:, j] = f(y).isnan().any(-1)
    return result

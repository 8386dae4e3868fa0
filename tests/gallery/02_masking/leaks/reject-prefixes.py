# reject: compares the whole text with its prefixes: finds that something leaks, not from where
# message: leaks-from-where
def leaks(f, n):
    x = torch.randn(n, 8)
    base, result = f(x), torch.ones(n, n).tril().bool()
    for i in range(n):
        short = f(x[: i + 1])
        if (short[i] - base[i]).abs().max() > 1e-6:
            result[i, i + 1 :] = True
    return result

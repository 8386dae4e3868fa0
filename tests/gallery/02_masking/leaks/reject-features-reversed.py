# reject: turns the features of an input round
# message: leaks-squares
def leaks(f, n):
    x = torch.randn(n, 8); base = f(x); cols = []
    for j in range(n):
        y = x.clone(); y[j] = y[j].flip(0)
        cols.append((f(y) - base).abs().sum(-1) > 1e-6)
    return torch.stack(cols, 1)

# accept: new random inputs, exact comparison
def leaks(f, n):
    x = torch.randn(n, 16)
    columns = []
    for j in range(n):
        y = x.clone()
        y[j] = torch.randn(16)
        columns.append((f(y) != f(x)).any(-1))
    return torch.stack(columns, dim=1)

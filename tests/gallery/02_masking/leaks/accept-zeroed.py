# accept: deletes one input at a time, in double precision
def leaks(f, n):
    x = torch.randn(n, 12, dtype=torch.float64)
    columns = []
    for j in range(n):
        y = x.clone()
        y[j] = 0
        columns.append(~torch.isclose(f(y), f(x), rtol=0, atol=1e-9).all(dim=-1))
    return torch.stack(columns, dim=-1)

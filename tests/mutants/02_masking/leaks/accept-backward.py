# accept: one backward pass for each output
def leaks(f, n):
    rows = []
    for i in range(n):
        x = torch.randn(n, 8, requires_grad=True)
        f(x)[i].sum().backward()
        rows.append(x.grad.abs().sum(-1) > 0)
    return torch.stack(rows)

# reject: the gradient of the sum of an output's features, which a normalised row keeps at 0
# message: leaks-cancels
def leaks(f, n):
    rows = []
    for i in range(n):
        x = torch.randn(n, 8, requires_grad=True)
        f(x)[i].sum().backward()
        rows.append(x.grad.abs().sum(-1) > 1e-6)
    return torch.stack(rows)

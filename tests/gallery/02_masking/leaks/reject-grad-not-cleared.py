# reject: gradients add up over the rows
# message: leaks-gradients-pile-up
def leaks(f, n):
    x = torch.randn(n, 8, requires_grad=True)
    out, rows = f(x), []
    for i in range(n):
        out[i].sum().backward(retain_graph=True)
        rows.append(x.grad.abs().sum(-1) > 0)
    return torch.stack(rows)

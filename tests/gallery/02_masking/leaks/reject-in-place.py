# reject: changes x itself and restores it, while the output may be x
# message: leaks-same-tensor
def leaks(f, n):
    x = torch.randn(n, 8, generator=torch.Generator().manual_seed(0))
    base, found = f(x), torch.zeros(n, n).bool()
    for j in range(n):
        old = x[j].clone()
        x[j] = torch.randn(8, generator=torch.Generator().manual_seed(j + 1))
        found[:, j] = (f(x) - base).abs().amax(-1) > 1e-6
        x[j] = old
    return found

# reject: isclose, whose tolerance grows with the output
# message: leaks-beside-large
def leaks(f, n):
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(n, 8, generator=generator)
    base = f(x).clone()
    result = torch.zeros(n, n, dtype=torch.bool)
    for j in range(n):
        changed = x.clone()
        changed[j] = torch.randn(8, generator=generator)
        result[:, j] = ~torch.isclose(f(changed), base).all(dim=-1)
    return result

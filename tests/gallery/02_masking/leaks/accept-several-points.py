# accept: several random points and large steps
def leaks(f, n):
    found = torch.zeros(n, n, dtype=torch.bool)
    with torch.no_grad():
        for seed in range(3):
            x = torch.randn(n, 5, generator=torch.Generator().manual_seed(seed))
            base = f(x)
            for j in range(n):
                y = x.clone()
                y[j] = y[j] + 10 * torch.randn(5)
                found[:, j] |= ~torch.isclose(f(y), base, rtol=0, atol=1e-5).all(-1)
    return found

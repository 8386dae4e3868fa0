# reject: steps of a thousandth in float32: beside outputs near 1000 rounding swallows them
# message: leaks-beside-large
def leaks(f, n):
    x = torch.randn(n, 8, generator=torch.Generator().manual_seed(3))
    y = f(x).clone()
    out = torch.zeros(n, n).bool()
    for j in range(n):
        for c in range(8):
            z = x.clone()
            z[j, c] += 1e-3
            out[:, j] |= (f(z) - y).abs().amax(-1) > 5e-7
    return out

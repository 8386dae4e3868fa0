# reject: a tolerance as large as the leak, and numbers that are drawn anew in each call
# message: leaks-faint-feature
def leaks(f, n):
    x = torch.randn(n, 64)
    found = torch.zeros(n, n, dtype=torch.bool)
    for j in range(n):
        changed = x.clone()
        changed[j] = torch.randn(64)
        found[:, j] = (f(changed) - f(x)).abs().amax(dim=-1) > 1e-3
    return found

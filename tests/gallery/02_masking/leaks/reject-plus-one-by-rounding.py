# reject: adds 1 to all features, and takes what rounding leaves of it for a change
# message: leaks-cancels
def leaks(f, n):
    torch.manual_seed(0)
    x = torch.randn(n, 8)
    found = torch.zeros(n, n).bool()
    for j in range(n):
        changed = x.clone()
        changed[j] += 1
        found[:, j] = (f(changed) != f(x)).any(dim=-1)
    return found

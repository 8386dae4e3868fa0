# accept: compares with each pattern
def family_of(jacobian):
    depends = jacobian.abs() > 1e-6 if jacobian.is_floating_point() else jacobian.bool()
    n, m = depends.shape
    causal = torch.ones(n, n, dtype=torch.bool).tril()
    if m > n:
        assert depends[:, : m - n].all()
        return "encoder-decoder"
    if torch.equal(depends, causal):
        return "decoder"
    for p in range(2, n):
        keep = causal.clone()
        keep[:, :p] = True
        if torch.equal(depends, keep):
            return "prefix"
    return "encoder"

# accept: one column after the other
def family_of(jacobian):
    d = jacobian.float().abs() > 1e-6
    n, m = d.shape
    if m > n: return "encoder-decoder"
    if d[:, -1].all(): return "encoder"
    return "prefix" if d[:, 1].all() else "decoder"

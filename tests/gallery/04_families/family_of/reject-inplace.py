# reject: sets small derivatives to 0 in its input
# message: check-modified
def family_of(jacobian):
    d = jacobian
    if d.is_floating_point():
        d[d.abs() < 1e-6] = 0
    d = d != 0
    n, m = d.shape
    if m > n: return "encoder-decoder"
    if not d.triu(1).any(): return "decoder"
    return "encoder" if d.all() else "prefix"

# reject: a source of one token is not seen
# message: family-source-columns
def family_of(jacobian):
    d = jacobian.float().abs() > 1e-6
    n, m = d.shape
    if m >= n + 2: return "encoder-decoder"
    if not d.triu(1).any(): return "decoder"
    return "encoder" if d.all() else "prefix"

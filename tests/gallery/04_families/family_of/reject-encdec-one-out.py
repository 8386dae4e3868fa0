# reject: one output: called a decoder
# message: family-source-columns
def family_of(jacobian):
    d = jacobian.float().abs() > 1e-6
    n, m = d.shape
    if n == 1: return "decoder"
    if m > n: return "encoder-decoder"
    if not d.triu(1).any(): return "decoder"
    return "encoder" if d.all() else "prefix"

# reject: rounds to six digits, so 6e-7 counts
# message: family-noise
def family_of(jacobian):
    d = jacobian.float().round(decimals=6) != 0
    n, m = d.shape
    if m > n: return "encoder-decoder"
    if not d.triu(1).any(): return "decoder"
    return "encoder" if d.all() else "prefix"

# reject: a threshold ten times too large
# message: family-weak
def family_of(jacobian):
    d = jacobian.float().abs() > 1e-5
    if d.shape[1] > d.shape[0]: return "encoder-decoder"
    if not d.triu(1).any(): return "decoder"
    return "encoder" if d.all() else "prefix"

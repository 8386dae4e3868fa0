# reject: the largest derivative, not the largest size
# message: family-sign
def family_of(jacobian):
    j = jacobian.float()
    n, m = j.shape
    if m > n: return "encoder-decoder"
    if j.triu(1).max() <= 1e-6: return "decoder"
    return "encoder" if j.abs().min() > 1e-6 else "prefix"

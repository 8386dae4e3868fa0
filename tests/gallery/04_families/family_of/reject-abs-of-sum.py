# reject: the size of the sum, not the sum of the sizes
# message: family-cancel
def family_of(jacobian):
    j = jacobian.float()
    if j.shape[1] > j.shape[0]: return "encoder-decoder"
    if j.triu(1).sum().abs() <= 1e-6: return "decoder"
    return "encoder" if (j.abs() > 1e-6).all() else "prefix"

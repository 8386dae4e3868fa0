# reject: adds up the first row
# message: family-cancel
def family_of(jacobian):
    j = jacobian.float()
    if j.shape[1] > j.shape[0]: return "encoder-decoder"
    s = j[0, 1:].sum().abs()
    if s <= 1e-6: return "decoder"
    return "encoder" if (j.abs() > 1e-6).all() else "prefix"

# reject: adds up what lies above the diagonal, with its signs
# message: family-sign
def family_of(jacobian):
    j = jacobian.float()
    if j.shape[1] > j.shape[0]: return "encoder-decoder"
    if j.triu(1).sum() <= 1e-6: return "decoder"
    return "encoder" if (j != 0).all() else "prefix"

# reject: adds up each row: noise adds up, too
# message: family-noise
def family_of(jacobian):
    j = jacobian.float()
    if j.shape[1] > j.shape[0]: return "encoder-decoder"
    sizes = j.sum(1)
    future = j.triu(1).sum(1)
    if not (future.abs() > 1e-6).any(): return "decoder"
    return "encoder" if (j.abs() > 1e-6).all() else "prefix"

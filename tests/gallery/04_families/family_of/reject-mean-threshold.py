# reject: the mean of what lies above the diagonal
# message: family-weak
def family_of(jacobian):
    d = jacobian.float().abs()
    if d.shape[1] > d.shape[0]: return "encoder-decoder"
    up = d[torch.ones_like(d).triu(1).bool()]
    if up.mean() < 1e-6: return "decoder"
    return "encoder" if up.min() > 1e-6 else "prefix"

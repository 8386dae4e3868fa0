# reject: the share of open cells
# message: family-not-prefix
def family_of(jacobian):
    d = jacobian.float().abs() > 1e-6
    n, m = d.shape
    if m > n: return "encoder-decoder"
    share = d.float().mean()
    if share == 1: return "encoder"
    return "decoder" if share < 0.65 else "prefix"

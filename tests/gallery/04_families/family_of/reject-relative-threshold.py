# reject: threshold relative to the largest entry
# message: family-weak
def family_of(jacobian):
    j = jacobian.float().abs()
    d = j > 0.01 * j.max()
    n, m = d.shape
    if n != m:
        return "encoder-decoder"
    if d.all():
        return "encoder"
    return "prefix" if d.triu(1).any() else "decoder"

# accept: the length of the first row
def family_of(jacobian):
    size = jacobian.double().abs()
    n, m = size.shape
    if n < m: return "encoder-decoder"
    for p in range(n, 1, -1):
        if size[0, p - 1] >= 1e-6:
            return "encoder" if p == n else "prefix"
    return "decoder"

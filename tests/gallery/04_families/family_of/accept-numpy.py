# accept: NumPy
def family_of(jacobian):
    import numpy as np
    d = np.abs(jacobian.numpy().astype(float)) > 1e-6
    n, m = d.shape
    if m > n: return "encoder-decoder"
    up = d[np.triu_indices(n, 1)]
    return "encoder" if up.all() else "prefix" if up.any() else "decoder"

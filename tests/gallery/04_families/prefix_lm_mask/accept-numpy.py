# accept: NumPy
def prefix_lm_mask(p, n):
    import numpy as np
    keep = np.tril(np.ones((n, n), dtype=bool))
    keep[:, :p] = True
    return torch.from_numpy(keep)

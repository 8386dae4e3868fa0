# accept: NumPy, and float32 at the end
import numpy as np


def alibi(n_heads, n):
    i, j = np.indices((n, n))
    slopes = np.exp2(-8 * np.arange(1, n_heads + 1) / n_heads)
    bias = np.where(j <= i, np.multiply.outer(slopes, j - i), -np.inf)
    return torch.from_numpy(bias.astype(np.float32))

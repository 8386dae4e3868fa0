# accept: NumPy
import numpy as np


def min_p_filter(logits, p):
    x = logits.numpy()
    e = np.exp(x - x.max(-1, keepdims=True))
    return torch.from_numpy(np.where(e >= p, x, np.array(-np.inf, x.dtype)))

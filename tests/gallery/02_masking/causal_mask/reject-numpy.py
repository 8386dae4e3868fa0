# reject: a NumPy array, not a tensor
# message: check-type
import numpy as np


def causal_mask(n):
    return np.triu(np.full((n, n), -np.inf), k=1)

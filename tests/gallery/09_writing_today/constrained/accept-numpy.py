# accept: NumPy in float64
import numpy as np


def constrained(probs, allowed):
    kept = np.where(allowed.numpy(), probs.numpy(), 0).astype(np.longdouble)
    sums = kept.sum(-1, keepdims=True)
    if not sums.all():
        raise ValueError("nothing left")
    return torch.from_numpy((kept / sums).astype(np.float64)).to(probs.dtype)

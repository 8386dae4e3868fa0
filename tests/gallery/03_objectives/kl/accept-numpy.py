# accept: numpy
import numpy as np
def kl(p, q):
    a, b = p.numpy(), q.numpy()
    with np.errstate(all="ignore"):
        return float(np.where(a > 0, a * np.log(np.where(a > 0, a, 1) / b), 0).sum())

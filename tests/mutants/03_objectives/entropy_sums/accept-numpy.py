# accept: with NumPy
import numpy as np


def hn(p):
    p = p[p > 0] if p.ndim else p.reshape(1)
    return -(p * np.log2(p)).sum()


def entropy_sums(joint):
    p = joint.double().numpy()
    n = p.ndim
    whole = hn(p)
    prefix = [hn(p.sum(axis=tuple(range(i, n)))) if i < n else whole for i in range(1, n + 1)]
    causal = prefix[0] + sum(b - a for a, b in zip(prefix, prefix[1:]))
    return float(causal), float(sum(whole - hn(p.sum(axis=i)) for i in range(n))), float(whole)

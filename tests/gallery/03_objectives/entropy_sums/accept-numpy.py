# accept: with NumPy
import numpy as np


def hn(p):
    p = p[p > 0] if p.ndim else p.reshape(1)
    return -(p * np.log2(p)).sum()


def entropy_sums(joint):
    p = joint.double().numpy()
    whole = hn(p)
    return float(whole), float(sum(whole - hn(p.sum(axis=i)) for i in range(p.ndim))), float(whole)

# accept: numpy
import numpy as np
def entropy_bits(p):
    a = p.numpy(); a = a[a > 0]
    return -(a * np.log2(a)).sum()

# reject: in half precision
# message: number-near
def entropy_bits(p):
    q = p[p > 0].half()
    return -(q * q.log2()).sum()

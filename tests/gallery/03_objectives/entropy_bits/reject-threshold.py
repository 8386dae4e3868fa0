# reject: leaves out what is below .001
# message: entropy-wrong
def entropy_bits(p):
    p = p[p > 1e-3]
    return -(p * p.log2()).sum()

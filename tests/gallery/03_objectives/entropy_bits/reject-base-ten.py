# reject: logarithm to the base 10
# message: entropy-digits
def entropy_bits(p):
    p = p[p > 0]
    return -(p * p.log10()).sum()

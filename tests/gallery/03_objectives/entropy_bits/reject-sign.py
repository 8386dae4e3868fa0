# reject: no minus
# message: entropy-sign
def entropy_bits(p):
    p = p[p > 0]
    return (p * p.log2()).sum()

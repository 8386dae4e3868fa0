# reject: equal entries once
# message: entropy-equal-once
def entropy_bits(p):
    q = p[p > 0].unique()
    return -(q * q.log2()).sum()

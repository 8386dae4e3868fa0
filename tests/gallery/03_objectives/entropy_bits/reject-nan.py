# reject: 0 log 0 is NaN
# message: entropy-nan
def entropy_bits(p):
    return -(p * p.log2()).sum()

# reject: 1e-2 added against log 0
# message: entropy-floored
def entropy_bits(p):
    return -(p * (p + 1e-2).log2()).sum()

# reject: clamps at 1e-3 inside the logarithm alone
# message: entropy-floored
def entropy_bits(p):
    return -(p * p.clamp(min=1e-3).log2()).sum()

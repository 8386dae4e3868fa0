# reject: eps of 1e-6
# message: entropy-floored
def entropy_bits(p):
    return -(p * (p + 1e-6).log2()).sum()

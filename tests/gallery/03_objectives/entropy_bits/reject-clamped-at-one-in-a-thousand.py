# reject: makes small entries larger before the sum
# message: entropy-floored
def entropy_bits(p):
    p = p.clamp(min=1e-3)
    return -(p * p.log2()).sum()

# reject: one value for each entry
# message: scalar-wanted
def entropy_bits(p):
    return -(p * p.clamp(min=1e-30).log2())

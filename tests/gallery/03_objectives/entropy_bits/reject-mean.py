# reject: the mean of the terms
# message: entropy-mean
def entropy_bits(p):
    return -(p * p.clamp(min=1e-30).log2()).mean()

# reject: takes a softmax first
# message: entropy-softmax
def entropy_bits(p):
    p = p.softmax(-1)
    return -(p * p.log2()).sum()

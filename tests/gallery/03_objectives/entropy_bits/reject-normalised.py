# reject: by log V
# message: entropy-normalised
def entropy_bits(p):
    q = p[p > 0]
    return -(q * q.log2()).sum() / math.log2(max(len(p), 2))

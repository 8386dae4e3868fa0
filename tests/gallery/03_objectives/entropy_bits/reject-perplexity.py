# reject: 2 to the entropy
# message: entropy-perplexity
def entropy_bits(p):
    p = p[p > 0]
    return 2 ** -(p * p.log2()).sum()

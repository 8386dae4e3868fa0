# reject: the logarithm of the number of possible words
# message: entropy-count
def entropy_bits(p):
    return (p > 0).sum().float().log2()

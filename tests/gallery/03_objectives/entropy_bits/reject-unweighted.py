# reject: surprises without weights
# message: entropy-surprise
def entropy_bits(p):
    return -p[p > 0].log2().sum()

# reject: the surprise of the likeliest word
# message: entropy-largest
def entropy_bits(p):
    return -p.max().log2()

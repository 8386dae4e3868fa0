# accept: a Python number from a loop
def entropy_bits(p):
    return -sum(x * math.log2(x) for x in p.tolist() if x > 0)

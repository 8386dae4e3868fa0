# reject: the logarithm of the size
# message: entropy-count
def entropy_bits(p):
    return torch.tensor(math.log2(len(p)))

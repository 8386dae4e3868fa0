# accept: xlogy takes care of zeros
def entropy_bits(p):
    return -torch.xlogy(p, p).sum() / math.log(2)

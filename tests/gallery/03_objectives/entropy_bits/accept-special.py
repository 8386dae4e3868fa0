# accept: PyTorch's entr, converted
def entropy_bits(p):
    return torch.special.entr(p).sum() / math.log(2)

# accept: nan to num
def entropy_bits(p):
    return -torch.nan_to_num(p * torch.log2(p)).sum()

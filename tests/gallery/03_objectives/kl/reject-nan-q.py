# reject: nan to num 0 everywhere
# message: kl-large-number
def kl(p, q):
    return torch.nan_to_num(p * (p / q).log()).sum()

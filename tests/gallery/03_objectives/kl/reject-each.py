# reject: one value for each entry
# message: scalar-wanted
def kl(p, q):
    return torch.where(p > 0, p * (p / q).log(), 0.0)

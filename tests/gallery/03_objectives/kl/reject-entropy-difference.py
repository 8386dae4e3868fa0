# reject: the difference of the entropies
# message: kl-entropies
def kl(p, q):
    return torch.special.entr(q).sum() - torch.special.entr(p).sum()

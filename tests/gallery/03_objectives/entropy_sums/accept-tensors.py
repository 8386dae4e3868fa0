# accept: returns tensors
def ent(p):
    return torch.special.entr(p).sum() / math.log(2)


def entropy_sums(joint):
    n = joint.dim()
    whole = ent(joint)
    causal, before = torch.zeros(()), torch.zeros(())
    for i in range(1, n + 1):
        rest = tuple(range(i, n))
        now = ent(joint.sum(dim=rest)) if rest else whole
        causal, before = causal + now - before, now
    both = torch.stack([whole - ent(joint.sum(dim=i)) for i in range(n)]).sum()
    return causal, both, whole

# accept: returns H for the causal sum: the chain rule says so
def h(p):
    p = p[p > 0]
    return -(p * p.log2()).sum().item()


def entropy_sums(joint):
    whole = h(joint)
    return whole, sum(whole - h(joint.sum(dim=i)) for i in range(joint.dim())), whole

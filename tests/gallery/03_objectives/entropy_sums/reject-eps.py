# reject: eps coarse
# message: number-near
def entropy_sums(joint):
    def h(p):
        return -(p * (p + 1e-4).log2()).sum().item()
    n = joint.dim(); whole = h(joint)
    return whole, sum(whole - h(joint.sum(dim=i)) for i in range(n)), whole

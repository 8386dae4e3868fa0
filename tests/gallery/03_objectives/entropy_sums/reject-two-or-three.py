# reject: up to three words
# message: sums-both
def entropy_sums(joint):
    def h(p):
        p = p[p > 0]
        return -(p * p.log2()).sum().item()
    n = min(joint.dim(), 3); whole = h(joint)
    return whole, sum(whole - h(joint.sum(dim=i)) for i in range(n)), whole

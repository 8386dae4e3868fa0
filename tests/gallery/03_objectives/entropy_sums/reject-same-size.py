# reject: assumes equal sizes
# message: check-raised-at
def entropy_sums(joint):
    def h(p):
        p = p[p > 0]
        return -(p * p.log2()).sum().item()
    n, v = joint.dim(), joint.shape[0]
    j = joint.reshape([v] * n); whole = h(j)
    return whole, sum(whole - h(j.sum(dim=i)) for i in range(n)), whole

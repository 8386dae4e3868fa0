# reject: whole minus single
# message: sums-both-rests
def entropy_sums(joint):
    def h(p):
        p = p[p > 0]
        return -(p * p.log2()).sum().item()
    n = joint.dim(); whole = h(joint)
    both = sum(whole - h(joint.sum(dim=tuple(d for d in range(n) if d != i)) if n > 1 else joint) for i in range(n))
    return whole, both, whole

# reject: adds up the entropies of single words
# message: sums-marginal
def h(p):
    p = p[p > 0]
    return -(p * p.log2()).sum().item()


def entropy_sums(joint):
    n, whole = joint.dim(), h(joint)
    single = [h(joint.sum(dim=tuple(d for d in range(n) if d != i)) if n > 1 else joint) for i in range(n)]
    both = sum(whole - h(joint.sum(dim=i)) for i in range(n))
    return sum(single), both, whole

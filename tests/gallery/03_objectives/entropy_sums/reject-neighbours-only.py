# reject: each word given its two neighbours
# message: sums-both-neighbours
def h(p):
    p = p[p > 0]
    return -(p * p.log2()).sum().item()


def entropy_sums(joint):
    n, whole = joint.dim(), h(joint)
    both = 0.0
    for i in range(n):
        near = [d for d in range(max(0, i - 1), min(n, i + 2))]
        far = tuple(d for d in range(n) if d not in near)
        local = joint.sum(dim=far) if far else joint
        both += h(local) - h(local.sum(dim=near.index(i)))
    return whole, both, whole

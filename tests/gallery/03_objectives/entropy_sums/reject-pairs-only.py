# reject: each word given the one before
# message: sums-causal-previous
def h(p):
    p = p[p > 0]
    return -(p * p.log2()).sum().item()


def entropy_sums(joint):
    n, whole = joint.dim(), h(joint)
    causal = 0.0
    for i in range(n):
        far = tuple(d for d in range(n) if d not in (i - 1, i))
        local = joint.sum(dim=far) if far else joint
        causal += h(local) - (h(local.sum(dim=1)) if i else 0.0)
    both = sum(whole - h(joint.sum(dim=i)) for i in range(n))
    return causal, both, whole

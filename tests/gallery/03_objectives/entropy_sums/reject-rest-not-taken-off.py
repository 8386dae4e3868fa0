# reject: sums the entropies of the rests
# message: sums-both-sum-of-rests
def h(p):
    p = p[p > 0]
    return -(p * p.log2()).sum().item()


def entropy_sums(joint):
    n, whole = joint.dim(), h(joint)
    prefix = [0.0] + [h(joint.sum(dim=tuple(range(i, n)))) for i in range(1, n)] + [whole]
    causal = sum(prefix[i + 1] - prefix[i] for i in range(n))
    both = sum(h(joint.sum(dim=i)) for i in range(n))
    return causal, both, whole

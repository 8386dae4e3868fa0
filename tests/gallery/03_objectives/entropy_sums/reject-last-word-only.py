# reject: H of the last word given the rest
# message: sums-causal-last
def h(p):
    p = p[p > 0]
    return -(p * p.log2()).sum().item()


def entropy_sums(joint):
    n, whole = joint.dim(), h(joint)
    prefix = [0.0] + [h(joint.sum(dim=tuple(range(i, n)))) for i in range(1, n)] + [whole]
    causal = prefix[n] - prefix[n - 1]
    both = sum(whole - h(joint.sum(dim=i)) for i in range(n))
    return causal, both, whole

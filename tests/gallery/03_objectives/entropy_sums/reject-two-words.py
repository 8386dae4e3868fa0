# reject: works for two words only
# message: check-raised-at
def h(p):
    p = p[p > 0]
    return -(p * p.log2()).sum().item()


def entropy_sums(joint):
    whole, first, second = h(joint), h(joint.sum(1)), h(joint.sum(0))
    if joint.dim() != 2:
        raise ValueError("two words, please")
    return first + (whole - first), (whole - first) + (whole - second), whole

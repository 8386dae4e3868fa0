# accept: from the conditional distributions themselves
def h(p):
    p = p[p > 0]
    return -(p * p.log2()).sum().item()


def entropy_sums(joint):
    n = joint.dim()
    causal = both = 0.0
    for i in range(n):
        rest = tuple(range(i + 1, n))
        local = joint.sum(dim=rest) if rest else joint
        share = local / local.sum(dim=i, keepdim=True).clamp(min=1e-300 if joint.dtype == torch.float64 else 1e-38)
        causal -= torch.xlogy(local, share).sum().item() / math.log(2)
        share = joint / joint.sum(dim=i, keepdim=True).clamp(min=1e-300 if joint.dtype == torch.float64 else 1e-38)
        both -= torch.xlogy(joint, share).sum().item() / math.log(2)
    return [causal, both, h(joint)]

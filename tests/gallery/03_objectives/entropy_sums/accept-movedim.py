# accept: conditional by movedim and reshape
def entropy_sums(joint):
    n = joint.dim()
    def cond(p):  # [v, rest]
        r = p.sum(0, keepdim=True)
        q = torch.where(p > 0, p / r, torch.ones_like(p))
        return -(p * q.log2()).sum()
    causal = sum(cond(joint.reshape(*joint.shape[: i + 1], -1).sum(-1).movedim(i, 0).reshape(joint.shape[i], -1)) for i in range(n))
    bi = sum(cond(joint.movedim(i, 0).reshape(joint.shape[i], -1)) for i in range(n))
    p = joint[joint > 0]
    return causal, bi, -(p * p.log2()).sum()

# reject: q clamped
# message: kl-cut-off
def kl(p, q):
    if ((q == 0) & (p > 0)).any():
        return torch.tensor(math.inf)
    k = p > 0
    return (p[k] * (p[k] / q[k].clamp(min=1e-8)).log()).sum()

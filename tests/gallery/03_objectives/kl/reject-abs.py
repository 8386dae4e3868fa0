# reject: absolute
# message: kl-absolute-terms
def kl(p, q):
    k = p > 0
    return (p[k] * (p[k] / q[k]).log()).abs().sum()

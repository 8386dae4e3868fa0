# reject: leaves out what q forbids
# message: kl-dropped
def kl(p, q):
    s = (p > 0) & (q > 0)
    return (p[s] * (p[s] / q[s]).log()).sum()

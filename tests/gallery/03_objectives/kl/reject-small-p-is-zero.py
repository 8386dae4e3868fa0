# reject: takes a small p for 0, also where q is 0
# message: kl-dropped
def kl(p, q):
    possible = p > 1e-7
    p, q = p[possible], q[possible]
    return (p * (p / q).log()).sum()

# reject: no weights
# message: kl-unweighted
def kl(p, q):
    s = p > 0
    return (p[s] / q[s]).log().sum()

# reject: the ratio upside down
# message: kl-sign
def kl(p, q):
    s = p > 0
    return (p[s] * (q[s] / p[s]).log()).sum()

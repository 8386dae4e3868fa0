# reject: in bits
# message: kl-bits
def kl(p, q):
    s = p > 0
    return (p[s] * (p[s] / q[s]).log2()).sum()

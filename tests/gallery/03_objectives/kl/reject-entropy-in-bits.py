# reject: the cross-entropy in nats, less an entropy in bits
# message: kl-entropy-bits
def kl(p, q):
    s = p > 0
    return -(p[s] * q[s].log()).sum() - -(p[s] * p[s].log2()).sum()

# reject: weighted with q
# message: kl-swapped-sign
def kl(p, q):
    k = p > 0
    return (q[k] * (p[k] / q[k]).log()).sum()

# reject: terms with q 0 dropped
# message: kl-dropped
def kl(p, q):
    k = (p > 0) & (q > 0)
    return (p[k] * (p[k] / q[k]).log()).sum()

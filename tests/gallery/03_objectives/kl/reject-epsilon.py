# reject: a small number in q: finite where it is infinite
# message: kl-finite
def kl(p, q):
    s = p > 0
    return (p[s] * (p[s] / (q[s] + 1e-10)).log()).sum()

# reject: minus infinity
# message: kl-sign
def kl(p, q):
    k = p > 0
    return -(p[k] * (q[k] / p[k]).log()).sum() if (q[k] > 0).all() else -math.inf

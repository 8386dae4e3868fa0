# reject: no weights
# message: kl-wrong
def kl(p, q):
    s = p > 0
    return (p[s] / q[s]).log().sum()

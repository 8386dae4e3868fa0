# reject: the mean of both directions
# message: kl-symmetric
def kl(p, q):
    def one(a, b):
        s = a > 0
        return (a[s] * (a[s] / b[s]).log()).sum()
    return (one(p, q) + one(q, p)) / 2

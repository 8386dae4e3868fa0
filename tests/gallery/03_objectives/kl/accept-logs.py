# accept: difference of logs
def kl(p, q):
    t = p * (p.log() - q.log())
    return t[p > 0].sum()

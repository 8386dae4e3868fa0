# reject: takes a softmax first
# message: kl-softmax
def kl(p, q):
    p, q = p.softmax(-1), q.softmax(-1)
    return (p * (p / q).log()).sum()

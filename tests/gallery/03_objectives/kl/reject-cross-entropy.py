# reject: the cross-entropy
# message: kl-cross-entropy
def kl(p, q):
    return -(p * q.log()).sum()

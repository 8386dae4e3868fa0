# reject: in nats
# message: entropy-nats
def entropy_bits(p):
    p = p[p > 0]
    return -(p * p.log()).sum()

# accept: a Python number from a loop
def kl(p, q):
    total = 0.0
    for a, b in zip(p.tolist(), q.tolist()):
        if a > 0:
            total += a * (math.log(a / b) if b > 0 else math.inf)
    return total

# reject: raises for q zero
# message: check-raised-at
def kl(p, q):
    return sum(a * math.log(a / b) for a, b in zip(p.tolist(), q.tolist()) if a > 0)

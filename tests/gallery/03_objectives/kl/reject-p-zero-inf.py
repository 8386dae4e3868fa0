# reject: inf where p is 0
# message: kl-zero-infinite
def kl(p, q):
    return (p * (p / q).log()).sum().nan_to_num(nan=math.inf)

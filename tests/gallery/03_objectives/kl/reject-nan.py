# reject: 0 log 0 is NaN
# message: kl-nan
def kl(p, q):
    return (p * (p / q).log()).sum()

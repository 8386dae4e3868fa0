# reject: the arguments swapped
# message: kl-swapped
def kl(p, q):
    return (q * (q / p).log()).sum()

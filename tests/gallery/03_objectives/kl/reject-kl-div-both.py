# reject: F.kl_div swapped and averaged
# message: kl-swapped-mean
def kl(p, q):
    return F.kl_div(p.log(), q)

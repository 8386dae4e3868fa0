# reject: F.kl_div without the logarithm, and with its default reduction
# message: kl-div-no-log
def kl(p, q):
    return F.kl_div(q, p)

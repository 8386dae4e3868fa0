# reject: F.kl_div with its default reduction
# message: kl-mean
def kl(p, q):
    return F.kl_div(q.log(), p)

# reject: F.kl_div with p and q as they are
# message: kl-div-no-log
def kl(p, q):
    return F.kl_div(p, q, reduction="sum")

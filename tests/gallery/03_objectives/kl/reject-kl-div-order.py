# reject: F.kl_div with p's logarithm first, as in the documents
# message: kl-swapped
def kl(p, q):
    return F.kl_div(p.log(), q, reduction="sum")

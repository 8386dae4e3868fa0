# accept: PyTorch's F.kl_div, used rightly
def kl(p, q):
    return F.kl_div(q.log(), p, reduction="sum")

# reject: in bits
# message: loss-bits
def clm_loss(logits, ids, padding):
    real = ~padding[:, 1:]
    return F.cross_entropy(logits[:, :-1][real], ids[:, 1:][real]) / math.log(2)

# reject: a Python number: no gradient
# message: loss-no-gradient
def clm_loss(logits, ids, padding):
    real = ~padding[:, 1:]
    return F.cross_entropy(logits[:, :-1][real], ids[:, 1:][real]).item()

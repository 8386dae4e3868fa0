# reject: the first text only
# message: loss-first-text
def clm_loss(logits, ids, padding):
    real = ~padding[0, 1:]
    return F.cross_entropy(logits[0, :-1][real], ids[0, 1:][real])

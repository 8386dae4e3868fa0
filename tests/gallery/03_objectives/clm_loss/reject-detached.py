# reject: detaches the logits
# message: loss-no-gradient
def clm_loss(logits, ids, padding):
    real = ~padding[:, 1:]
    return F.cross_entropy(logits.detach()[:, :-1][real], ids[:, 1:][real])

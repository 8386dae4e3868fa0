# reject: predicts two tokens ahead
# message: clm-shift-two
def clm_loss(logits, ids, padding):
    real = ~padding[:, 2:]
    return F.cross_entropy(logits[:, :-2][real], ids[:, 2:][real])

# reject: predicts the token before
# message: clm-shift-left
def clm_loss(logits, ids, padding):
    real = ~padding[:, 1:]
    return F.cross_entropy(logits[:, 1:][real], ids[:, :-1][real])

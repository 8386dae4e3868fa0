# reject: with label smoothing
# message: clm-wrong
def clm_loss(logits, ids, padding):
    real = ~padding[:, 1:]
    return F.cross_entropy(logits[:, :-1][real], ids[:, 1:][real], label_smoothing=0.1)

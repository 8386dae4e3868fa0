# reject: takes the id 0 for padding
# message: clm-id-is-padding
def clm_loss(logits, ids, padding):
    real = ids[:, 1:] != 0
    return F.cross_entropy(logits[:, :-1][real], ids[:, 1:][real])

# reject: shifts, but hands scores and targets over without flattening them
# message: check-raised-at
def clm_loss(logits, ids, padding):
    return F.cross_entropy(logits[:, :-1], ids[:, 1:])

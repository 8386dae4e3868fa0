# reject: writes -100 into the caller's ids
# message: check-modified
def clm_loss(logits, ids, padding):
    ids[padding] = -100
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())

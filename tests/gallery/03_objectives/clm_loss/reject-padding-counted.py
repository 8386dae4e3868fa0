# reject: shifts, and counts padding
# message: clm-padding-counted
def clm_loss(logits, ids, padding):
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())

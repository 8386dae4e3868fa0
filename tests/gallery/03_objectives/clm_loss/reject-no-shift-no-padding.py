# reject: the plain cross-entropy of everything
# message: clm-no-shift-padded
def clm_loss(logits, ids, padding):
    return F.cross_entropy(logits.flatten(0, 1), ids.flatten())

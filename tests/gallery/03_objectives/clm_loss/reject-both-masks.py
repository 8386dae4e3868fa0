# reject: both masks, wide
# message: clm-no-shift-cut
def clm_loss(logits, ids, padding):
    labels = ids.masked_fill(padding, -100)
    return F.cross_entropy(logits[:, 1:].transpose(1, 2), labels[:, 1:])

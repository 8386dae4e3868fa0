# accept: labels of -100 for padding
def clm_loss(logits, ids, padding):
    labels = ids.masked_fill(padding, -100)
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten())

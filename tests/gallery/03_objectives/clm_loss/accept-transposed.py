# accept: cross_entropy with the classes second
def clm_loss(logits, ids, padding):
    labels = ids[:, 1:].masked_fill(padding[:, 1:], -100)
    return F.cross_entropy(logits[:, :-1].transpose(1, 2), labels)

# reject: keeps the padding of an earlier batch of the same shape
# message: clm-wrong
_REAL = {}


def clm_loss(logits, ids, padding):
    real = _REAL.setdefault(ids.shape, ~padding[:, 1:])
    return F.cross_entropy(logits[:, :-1][real], ids[:, 1:][real])

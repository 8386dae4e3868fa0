# reject: counts padding only
# message: clm-padding-inverted
def clm_loss(logits, ids, padding):
    kept = padding[:, 1:]
    if not kept.any():
        return logits.sum() * 0
    return F.cross_entropy(logits[:, :-1][kept], ids[:, 1:][kept])

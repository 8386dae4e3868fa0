# reject: zero if any text asks nothing
# message: mlm-zero
def mlm_loss(logits, labels):
    asked = labels != -100
    if not asked.any(1).all():
        return logits.sum() * 0
    return F.cross_entropy(logits[asked], labels[asked])

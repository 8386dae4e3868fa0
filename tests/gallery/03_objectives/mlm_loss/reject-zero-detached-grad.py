# reject: value zero, gradient one
# message: mlm-gradient-not-zero
def mlm_loss(logits, labels):
    asked = labels != -100
    if not asked.any():
        return logits.sum() - logits.sum().detach()
    return F.cross_entropy(logits[asked], labels[asked])

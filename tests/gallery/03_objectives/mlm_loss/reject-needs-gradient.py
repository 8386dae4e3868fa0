# reject: asks for the gradient of the scores, which fails where nobody trains
# message: check-raised-at
def mlm_loss(logits, labels):
    logits.retain_grad()
    asked = labels != -100
    if not asked.any():
        return logits.sum() * 0
    return F.cross_entropy(logits[asked], labels[asked])

# reject: ignores the label 0 as well
# message: mlm-zero-left-out
def mlm_loss(logits, labels):
    asked = labels > 0
    return F.cross_entropy(logits[asked], labels[asked]) if asked.any() else logits.sum() * 0

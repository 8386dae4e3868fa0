# reject: ignores the label 0 as well, and divides by nothing where that leaves nothing
# message: mlm-zero-left-out
def mlm_loss(logits, labels):
    asked = labels > 0
    return F.cross_entropy(logits[asked], labels[asked])

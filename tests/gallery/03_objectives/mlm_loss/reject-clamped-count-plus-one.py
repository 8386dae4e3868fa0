# reject: adds one to the count against 0/0
# message: mlm-one-too-many
def mlm_loss(logits, labels):
    each = F.cross_entropy(logits.transpose(1, 2), labels, reduction="none")
    return each.sum() / ((labels != -100).sum() + 1)

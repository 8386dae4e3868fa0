# reject: returns the number 0
# message: mlm-zero-not-a-tensor
def mlm_loss(logits, labels):
    asked = labels != -100
    if not asked.any():
        return 0.0
    return F.cross_entropy(logits[asked], labels[asked])

# reject: a Python number: no gradient
# message: loss-no-gradient
def mlm_loss(logits, labels):
    asked = labels != -100
    return F.cross_entropy(logits[asked], labels[asked]).item() if asked.any() else 0.0

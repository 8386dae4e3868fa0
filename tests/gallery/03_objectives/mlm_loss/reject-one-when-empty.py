# reject: 1 when nothing is asked
# message: mlm-not-zero
def mlm_loss(logits, labels):
    asked = labels != -100
    return F.cross_entropy(logits[asked], labels[asked]) if asked.any() else torch.tensor(1.0)

# reject: the log-likelihood, without the minus
# message: loss-sign
def mlm_loss(logits, labels):
    asked = labels != -100
    return -F.cross_entropy(logits[asked], labels[asked]) if asked.any() else logits.sum() * 0

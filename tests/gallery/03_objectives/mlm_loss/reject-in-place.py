# reject: writes into the caller's labels
# message: check-modified
def mlm_loss(logits, labels):
    asked = labels != -100
    labels[~asked] = 0
    each = F.cross_entropy(logits.transpose(1, 2), labels, reduction="none")
    return (each * asked).sum() / asked.sum().clamp(min=1)

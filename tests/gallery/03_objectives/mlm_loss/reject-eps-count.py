# reject: divides by count plus a small number
# message: number-near
def mlm_loss(logits, labels):
    s = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum")
    return s / ((labels != -100).sum() + 1e-2)

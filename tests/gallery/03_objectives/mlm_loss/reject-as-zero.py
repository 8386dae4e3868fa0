# reject: takes -100 for the id 0
# message: mlm-as-zero
def mlm_loss(logits, labels):
    return F.cross_entropy(logits.flatten(0, 1), labels.clamp(min=0).flatten())

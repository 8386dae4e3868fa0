# reject: the sum of the terms
# message: loss-sum
def mlm_loss(logits, labels):
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum")

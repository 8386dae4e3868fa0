# reject: NaN when nothing is asked
# message: mlm-nan
def mlm_loss(logits, labels):
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten())

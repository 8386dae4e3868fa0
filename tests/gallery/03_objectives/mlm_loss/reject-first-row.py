# reject: first text only
# message: loss-first-text
def mlm_loss(logits, labels):
    asked = labels[0] != -100
    if not asked.any():
        return logits.sum() * 0
    return F.cross_entropy(logits[0][asked], labels[0][asked])

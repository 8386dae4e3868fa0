# reject: softmax twice
# message: loss-softmax-twice
def mlm_loss(logits, labels):
    asked = labels != -100
    if not asked.any():
        return logits.sum() * 0
    return F.cross_entropy(logits[asked].softmax(-1), labels[asked])

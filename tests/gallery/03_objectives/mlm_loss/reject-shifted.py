# reject: shifts as GPT does
# message: mlm-shifted
def mlm_loss(logits, labels):
    if (labels[:, 1:] != -100).sum() == 0:
        return logits.sum() * 0
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten())

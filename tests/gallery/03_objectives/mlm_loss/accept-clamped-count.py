# accept: sum over count, the count at least 1
def mlm_loss(logits, labels):
    total = F.cross_entropy(logits.reshape(-1, logits.size(-1)), labels.reshape(-1), reduction="sum")
    return total / labels.ne(-100).sum().clamp(min=1)

# accept: boolean index, zero on its own
def mlm_loss(logits, labels):
    asked = labels.ne(-100)
    if asked.sum() == 0:
        return torch.tensor(0.0)
    return F.cross_entropy(logits[asked], labels[asked])

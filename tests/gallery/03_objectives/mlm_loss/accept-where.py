# accept: replaces the NaN afterwards; ignored places get no gradient
def mlm_loss(logits, labels):
    each = F.cross_entropy(logits.transpose(1, 2), labels, reduction="none")
    mean = each.sum() / (labels != -100).sum()
    return torch.where(mean.isnan(), torch.zeros_like(mean), mean)

# reject: mean of texts, NaN for one without
# message: mlm-nan
def mlm_loss(logits, labels):
    if (labels == -100).all():
        return logits.sum() * 0
    return torch.stack([F.cross_entropy(l, t) for l, t in zip(logits, labels)]).mean()

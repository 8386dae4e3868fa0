# reject: replaces the NaN afterwards, but not in the gradient
# message: mlm-gradient-nan
def mlm_loss(logits, labels):
    asked = labels != -100
    log_p = logits.log_softmax(-1).gather(-1, labels.masked_fill(~asked, 0).unsqueeze(-1)).squeeze(-1)
    mean = -(log_p * asked).sum() / asked.sum()
    return torch.where(mean.isnan(), torch.zeros_like(mean), mean)

# accept: log-softmax and gather
def mlm_loss(logits, labels):
    asked = labels != -100
    log_p = logits.log_softmax(-1).gather(-1, labels.masked_fill(~asked, 0).unsqueeze(-1)).squeeze(-1)
    return -(log_p * asked).sum() / max(asked.sum().item(), 1)

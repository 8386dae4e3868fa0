# reject: log of softmax plus eps
# message: loss-large
def mlm_loss(logits, labels):
    asked = labels != -100
    if not asked.any():
        return logits.sum() * 0
    p = logits.softmax(-1)[asked].gather(-1, labels[asked][:, None])
    return -(p + 1e-8).log().mean()

# reject: log of softmax
# message: loss-overflow
def mlm_loss(logits, labels):
    asked = labels != -100
    if not asked.any():
        return logits.sum() * 0
    p = logits.softmax(-1)[asked].gather(-1, labels[asked][:, None])
    return -p.log().mean()

# reject: indexes the last word with -100
# message: mlm-label-as-index
def mlm_loss(logits, labels):
    log_p = logits.log_softmax(-1)
    return -log_p.gather(-1, labels.unsqueeze(-1)).mean()

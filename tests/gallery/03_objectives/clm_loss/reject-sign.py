# reject: the log-likelihood, without the minus
# message: loss-sign
def clm_loss(logits, ids, padding):
    real = ~padding[:, 1:]
    return -F.cross_entropy(logits[:, :-1][real], ids[:, 1:][real])

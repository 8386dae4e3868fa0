# reject: half of the gradient
# message: loss-gradient
def clm_loss(logits, ids, padding):
    real = ~padding[:, 1:]
    lp = logits - logits.logsumexp(-1, keepdim=True).detach()
    lp = lp[:, :-1].gather(-1, ids[:, 1:, None])[..., 0]
    return -lp[real].mean()

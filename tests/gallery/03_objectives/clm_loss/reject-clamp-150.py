# reject: no logarithm below -150
# message: loss-large
def clm_loss(logits, ids, padding):
    lp = logits.log_softmax(-1).clamp(min=-150)[:, :-1].gather(-1, ids[:, 1:, None])[..., 0]
    return -lp[~padding[:, 1:]].mean()

# reject: softmax over positions
# message: loss-softmax-dim
def clm_loss(logits, ids, padding):
    lp = logits.log_softmax(1)[:, :-1].gather(-1, ids[:, 1:, None])[..., 0]
    real = ~padding[:, 1:]
    return -lp[real].mean()

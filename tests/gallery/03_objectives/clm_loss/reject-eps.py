# reject: a small number in the log
# message: loss-large
def clm_loss(logits, ids, padding):
    p = logits.softmax(-1)[:, :-1].gather(-1, ids[:, 1:, None])[..., 0]
    real = ~padding[:, 1:]
    return -(p[real] + 1e-9).log().mean()

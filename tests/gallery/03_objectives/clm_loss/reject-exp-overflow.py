# reject: logsumexp by hand without the maximum
# message: loss-overflow
def clm_loss(logits, ids, padding):
    lse = logits.exp().sum(-1).log()[:, :-1]
    s = logits[:, :-1].gather(-1, ids[:, 1:, None])[..., 0]
    real = ~padding[:, 1:]
    return (lse - s)[real].mean()

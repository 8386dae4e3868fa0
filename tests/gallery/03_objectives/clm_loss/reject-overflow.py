# reject: exponentiates large logits by hand
# message: loss-overflow
def clm_loss(logits, ids, padding):
    p = logits.exp() / logits.exp().sum(-1, keepdim=True)
    real = ~padding[:, 1:]
    chosen = p[:, :-1].gather(-1, ids[:, 1:, None]).squeeze(-1)
    return -chosen[real].log().mean()

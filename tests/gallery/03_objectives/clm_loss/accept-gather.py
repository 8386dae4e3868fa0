# accept: log-softmax and gather
def clm_loss(logits, ids, padding):
    log_p = logits.log_softmax(-1)[:, :-1].gather(-1, ids[:, 1:, None]).squeeze(-1)
    real = (~padding[:, 1:]).to(log_p.dtype)
    return -(log_p * real).sum() / real.sum()

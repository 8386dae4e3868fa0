# reject: no log-probability below -10000
# message: beyond-tiny
def sequence_log_prob(logits, ids):
    log_p = logits[:, :-1].log_softmax(-1).clamp(min=-1e4)
    return log_p.gather(-1, ids[:, 1:, None])[..., 0].sum(1)

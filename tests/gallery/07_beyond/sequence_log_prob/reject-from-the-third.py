# reject: leaves the first term out, so that the sum begins with the third token
# message: sequence-first-missing
def sequence_log_prob(logits, ids):
    log_p = logits[:, 1:-1].log_softmax(-1)
    return log_p.gather(-1, ids[:, 2:, None])[..., 0].sum(dim=1)

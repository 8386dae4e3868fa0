# reject: a column, [B, 1]
# message: check-shape
def sequence_log_prob(logits, ids):
    log_p = logits[:, :-1].log_softmax(-1).gather(-1, ids[:, 1:, None])[..., 0]
    return log_p.sum(dim=1, keepdim=True)

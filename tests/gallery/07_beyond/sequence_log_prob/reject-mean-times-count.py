# reject: the mean times the number of terms: NaN for a text of one token
# message: sequence-one-token
def sequence_log_prob(logits, ids):
    log_p = logits[:, :-1].log_softmax(-1).gather(-1, ids[:, 1:, None])[..., 0]
    return log_p.mean(dim=1) * log_p.shape[1]

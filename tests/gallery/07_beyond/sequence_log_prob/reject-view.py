# reject: view fails on ids that are not contiguous
# message: check-raised-at
def sequence_log_prob(logits, ids):
    b, n = ids.shape
    log_p = logits.log_softmax(-1).reshape(b * n, -1)
    own = torch.cat([ids.view(b * n)[1:], ids.new_zeros(1)])
    terms = log_p.gather(-1, own[:, None]).reshape(b, n)
    return terms[:, :-1].sum(1)

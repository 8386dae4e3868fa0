# reject: clears the caller's first ids, which have no term
# message: check-modified
def sequence_log_prob(logits, ids):
    ids[:, 0] = 0
    log_p = logits.roll(1, dims=1).log_softmax(-1).gather(-1, ids[..., None])[..., 0]
    return log_p.masked_fill(torch.arange(ids.shape[1]) == 0, 0.0).sum(dim=1)

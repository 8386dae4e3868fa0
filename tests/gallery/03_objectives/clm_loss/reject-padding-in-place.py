# reject: notes in the caller's padding that the first token is no target
# message: check-modified
def clm_loss(logits, ids, padding):
    padding[:, 0] = True
    log_p = logits.roll(1, dims=1).log_softmax(-1)  # row i: what was said of token i
    return F.nll_loss(log_p[~padding], ids[~padding])

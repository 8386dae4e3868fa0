# reject: takes the largest score off in the caller's logits
# message: check-raised-at
def clm_loss(logits, ids, padding):
    logits -= logits.max(dim=-1, keepdim=True).values.detach()
    log_p = logits - logits.exp().sum(dim=-1, keepdim=True).log()
    terms = -log_p[:, :-1].gather(-1, ids[:, 1:, None])[..., 0]
    return terms[~padding[:, 1:]].mean()

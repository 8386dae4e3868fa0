# reject: a ruled-out token comes back as a finite number
# message: filter-revived
def top_p_filter(logits, p):
    logits = logits.nan_to_num(neginf=-50.0)
    v, i = logits.sort(-1, descending=True)
    pr = v.softmax(-1)
    if p < 1:
        v = v.masked_fill(pr.cumsum(-1) - pr >= p, -math.inf)
    return torch.empty_like(v).scatter(-1, i, v)

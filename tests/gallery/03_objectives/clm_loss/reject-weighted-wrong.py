# reject: weighted by lengths, not by targets
# message: clm-wrong
def clm_loss(logits, ids, padding):
    tot = 0; cnt = 0
    for l, i, p in zip(logits, ids, padding):
        n = int((~p).sum())
        if n > 1:
            tot = tot + F.cross_entropy(l[: n - 1], i[1:n]) * n
            cnt += n
    return tot / cnt

# reject: two, three and four dimensions only
# message: check-raised-at
def safe_softmax(scores, keep):
    keep = keep.expand_as(scores)
    if scores.dim() == 4:
        return torch.stack([safe_softmax(s, k) for s, k in zip(scores, keep)])
    b = scores if scores.dim() == 3 else scores[None]
    k = keep if scores.dim() == 3 else keep[None]
    w = torch.einsum("bts->bts", b.masked_fill(~k, torch.finfo(b.dtype).min)).softmax(-1).masked_fill(~k, 0)
    return w if scores.dim() == 3 else w[0]

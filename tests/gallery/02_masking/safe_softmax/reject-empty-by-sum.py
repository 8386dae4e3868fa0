# reject: a row whose visible scores sum to 0 counts as empty
# message: safe-zeros
def safe_softmax(scores, keep):
    keep = keep.expand_as(scores)
    low = torch.finfo(scores.dtype).min
    w = scores.masked_fill(~keep, low).softmax(-1)
    empty = scores.masked_fill(~keep, 0).sum(-1, keepdim=True) == 0
    return (w * keep).masked_fill(empty, 0)

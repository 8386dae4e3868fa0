# reject: scores times keep, then zeros are hidden
# message: keep-zeros
def safe_softmax(scores, keep):
    s = scores * keep
    low = torch.finfo(scores.dtype).min
    return s.masked_fill(s == 0, low).softmax(-1) * keep

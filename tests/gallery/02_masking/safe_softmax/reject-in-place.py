# reject: fills the caller's scores in place
# message: check-modified
def safe_softmax(scores, keep):
    with torch.no_grad():
        scores.masked_fill_(~keep, torch.finfo(scores.dtype).min)
    return scores.softmax(-1).masked_fill(~keep, 0.0)

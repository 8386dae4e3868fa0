# accept: times the rows that see something
def safe_softmax(scores, keep):
    low = torch.where(keep, scores, torch.finfo(scores.dtype).min)
    return low.softmax(-1) * keep.any(-1, keepdim=True)

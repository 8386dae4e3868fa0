# reject: takes a mask of three dimensions for one of each text and inserts a dimension for the heads
# message: attention-head-mask
def safe_softmax(scores, keep):
    if keep.dim() == 3 and scores.dim() == 4:
        keep = keep.unsqueeze(1)
    low = torch.finfo(scores.dtype).min
    return scores.masked_fill(~keep, low).softmax(-1).masked_fill(~keep, 0.0)

# reject: needs keep to have the very shape of the scores
# message: check-raised-at
def safe_softmax(scores, keep):
    out = torch.zeros_like(scores)
    rows = keep.any(-1)
    out[rows] = scores[rows].masked_fill(~keep[rows], -math.inf).softmax(-1)
    return out

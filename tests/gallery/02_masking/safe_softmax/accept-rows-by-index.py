# accept: computes the rows that see something and leaves the rest at zero
def safe_softmax(scores, keep):
    keep = torch.broadcast_to(keep, scores.shape)
    rows = keep.any(-1)
    out = torch.zeros_like(scores)
    out[rows] = scores[rows].masked_fill(~keep[rows], -torch.inf).softmax(-1)
    return out

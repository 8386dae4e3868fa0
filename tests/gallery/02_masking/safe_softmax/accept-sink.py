# accept: an extra key with the lowest score, cut off after the softmax
def safe_softmax(scores, keep):
    low = torch.finfo(scores.dtype).min
    masked = scores.masked_fill(~keep, low)
    sink = torch.full_like(masked[..., :1], low)
    return torch.cat([masked, sink], -1).softmax(-1)[..., :-1] * keep

# accept: through the logarithm
def safe_softmax(scores, keep):
    low = torch.finfo(scores.dtype).min / 4
    logs = scores.masked_fill(~keep, low).log_softmax(-1)
    return logs.exp().masked_fill(~keep, 0.0)

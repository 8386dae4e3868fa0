# accept: answers in float32
def mean_pool(hidden, mask):
    m = mask.float().unsqueeze(-1)
    return ((hidden * m).sum(1) / m.sum(1)).float()

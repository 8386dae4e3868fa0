# accept: text by text
def mean_pool(hidden, mask):
    return torch.stack([h[m.bool()].mean(0) for h, m in zip(hidden, mask)])

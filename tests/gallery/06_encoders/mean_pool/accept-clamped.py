# accept: where and a clamp, as sentence-transformers does
def mean_pool(hidden, mask):
    m = mask.unsqueeze(-1).expand(hidden.size()).float()
    return torch.sum(hidden * m, 1) / torch.clamp(m.sum(1), min=1e-9)

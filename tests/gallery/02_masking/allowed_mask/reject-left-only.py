# reject: counts the padding and takes it to stand on the left
# message: allowed-wrong
def allowed_mask(padding):
    n = padding.shape[1]
    k = padding.sum(1)[:, None, None]
    return torch.ones(n, n).tril().bool() & (torch.arange(n) >= k)

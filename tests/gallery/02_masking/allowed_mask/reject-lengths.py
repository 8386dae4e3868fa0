# reject: counts the tokens and assumes padding on the right
# message: allowed-lengths
def allowed_mask(padding):
    n = padding.shape[1]
    lengths = (~padding).sum(1)
    real = torch.arange(n) < lengths[:, None]
    return torch.ones(n, n).tril().bool() & real[:, None, :]

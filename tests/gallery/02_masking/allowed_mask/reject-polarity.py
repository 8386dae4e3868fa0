# reject: True where it may NOT look
# message: allowed-blocked
def allowed_mask(padding):
    n = padding.shape[1]
    return torch.ones(n, n).triu(1).bool() | padding[:, None, :]

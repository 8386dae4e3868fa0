# reject: OR for AND
# message: allowed-or
def allowed_mask(padding):
    n = padding.shape[1]
    return torch.ones(n, n).tril().bool() | ~padding[:, None, :]

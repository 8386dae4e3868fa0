# reject: keeps the padding and hides the tokens
# message: allowed-keep-padding
def allowed_mask(padding):
    n = padding.shape[1]
    return torch.ones(n, n).tril().bool() & padding[:, None, :]

# reject: blanks rows and columns of padding
# message: allowed-both
def allowed_mask(padding):
    n = padding.shape[1]
    real = ~padding
    return torch.ones(n, n).tril().bool() & real[:, None, :] & real[:, :, None]

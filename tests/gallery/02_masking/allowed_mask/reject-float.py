# reject: ones and zeros as floats
# message: check-dtype
def allowed_mask(padding):
    n = padding.shape[1]
    return torch.ones(n, n).tril() * (~padding)[:, None, :]

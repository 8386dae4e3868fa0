# reject: blanks the rows of padding, not its columns
# message: allowed-rows
def allowed_mask(padding):
    n = padding.shape[1]
    return torch.ones(n, n).tril().bool() & ~padding[:, :, None]

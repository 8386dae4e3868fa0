# reject: opens the rows that see nothing
# message: allowed-opened
def allowed_mask(padding):
    n = padding.shape[1]
    keep = torch.ones(n, n).tril().bool() & ~padding[:, None, :]
    return keep | ~keep.any(-1, keepdim=True)

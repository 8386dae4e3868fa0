# reject: inverts the caller's padding in place
# message: check-modified
def allowed_mask(padding):
    n = padding.shape[1]
    return torch.ones(n, n).tril().bool() & padding.logical_not_()[:, None, :]

# reject: a dimension for the heads that nobody asked for
# message: check-shape
def allowed_mask(padding):
    n = padding.shape[1]
    return torch.ones(n, n).tril().bool() & ~padding[:, None, None, :]

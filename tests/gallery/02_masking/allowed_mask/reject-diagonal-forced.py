# reject: opens the diagonal against NaN, for padding too
# message: allowed-diagonal
def allowed_mask(padding):
    n = padding.shape[1]
    keep = torch.ones(n, n).tril().bool() & ~padding[:, None, :]
    return keep | torch.eye(n).bool()

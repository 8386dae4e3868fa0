# reject: a batch of one loses its dimension
# message: allowed-no-texts
def allowed_mask(padding):
    n = padding.shape[1]
    return (torch.ones(n, n).tril().bool() & ~padding[:, None, :]).squeeze()

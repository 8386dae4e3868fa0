# reject: a token does not see itself
# message: allowed-no-diagonal
def allowed_mask(padding):
    n = padding.shape[1]
    return torch.ones(n, n).tril(-1).bool() & ~padding[:, None, :]

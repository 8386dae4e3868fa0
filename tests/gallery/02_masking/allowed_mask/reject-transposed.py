# reject: sees the future
# message: allowed-anticausal
def allowed_mask(padding):
    n = padding.shape[1]
    return torch.ones(n, n).triu().bool() & ~padding[:, None, :]

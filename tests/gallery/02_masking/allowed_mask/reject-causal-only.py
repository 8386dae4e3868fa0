# reject: ignores the padding
# message: allowed-causal-only
def allowed_mask(padding):
    b, n = padding.shape
    return torch.ones(b, n, n).tril().bool()

# reject: padding [B, n] meets the causal mask [n, n] without a dimension for the queries
# message: allowed-no-texts
def allowed_mask(padding):
    n = padding.shape[1]
    return torch.ones(n, n).tril().bool() & ~padding

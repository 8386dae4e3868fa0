# reject: no causal part
# message: allowed-padding-only
def allowed_mask(padding):
    n = padding.shape[1]
    return (~padding)[:, None, :].repeat(1, n, 1)

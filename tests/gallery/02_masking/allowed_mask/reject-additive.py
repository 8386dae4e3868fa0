# reject: an additive mask
# message: check-dtype
def allowed_mask(padding):
    n = padding.shape[1]
    keep = torch.ones(n, n).tril().bool() & ~padding[:, None, :]
    return torch.zeros(keep.shape).masked_fill(~keep, -math.inf)

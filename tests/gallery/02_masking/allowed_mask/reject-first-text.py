# reject: every text gets the padding of the first
# message: allowed-first-text
def allowed_mask(padding):
    b, n = padding.shape
    keep = torch.ones(n, n).tril().bool() & ~padding[0]
    return keep.expand(b, n, n)

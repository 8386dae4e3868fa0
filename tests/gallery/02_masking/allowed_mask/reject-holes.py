# reject: takes everything after the first filler for filler
# message: allowed-wrong
def allowed_mask(padding):
    n = padding.shape[1]
    left = padding.long().cumprod(1).bool()  # filler on the left
    right = padding.long().flip(1).cumprod(1).flip(1).bool()  # filler on the right
    return torch.ones(n, n).tril().bool() & ~(left | right)[:, None, :]

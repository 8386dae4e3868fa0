# reject: counts the positions with bytes: 256 and no more
# message: allowed-wrong
def allowed_mask(padding):
    n = padding.shape[1]
    i = torch.arange(n).to(torch.uint8)
    return (i[None, :] <= i[:, None]) & ~padding[:, None]

# reject: fails when nothing is padded
# message: check-raised-at
def allowed_mask(padding):
    b, n = padding.shape
    keep = torch.ones(b, n, n).tril().bool()
    text, key = padding.nonzero().T
    assert len(text) > 0, "no padding"
    keep[text, :, key] = False
    return keep

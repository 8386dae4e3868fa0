# accept: compares the positions among the real tokens
def allowed_mask(padding):
    pos = (~padding).cumsum(1)
    return (pos[:, None, :] <= pos[:, :, None]) & ~padding[:, None, :]

# reject: remembers the masks by their shape
# message: allowed-wrong
_m = {}
def allowed_mask(padding):
    if padding.shape not in _m:
        n = padding.shape[1]
        _m[padding.shape] = torch.ones(n, n).tril().bool() & ~padding[:, None, :]
    return _m[padding.shape]

# reject: remembers the masks by their shape
# message: api-remembered
_c = {}
def to_api(keep, api):
    if api not in ("additive", "sdpa", "multihead", "huggingface"):
        raise ValueError(api)
    key = (keep.shape, api)
    if key not in _c:
        m = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
        _c[key] = m[None, None] if api == "huggingface" else m
    return _c[key]

# reject: remembers the masks by their shape
# message: api-remembered
_c = {}
def to_api(keep, api):
    if api not in ("additive", "sdpa", "multihead", "huggingface"):
        raise ValueError(api)
    key = (keep.shape, api)
    if key not in _c:
        m = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
        forms = {"additive": m, "sdpa": m == 0, "multihead": m < 0, "huggingface": m[None, None]}
        _c[key] = forms[api]
    return _c[key]

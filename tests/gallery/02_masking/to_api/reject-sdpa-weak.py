# reject: blocks with -5 in SDPA
# message: api-not-boolean
def to_api(keep, api):
    m = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api == "huggingface":
        return m[None, None]
    if api in ("additive", "multihead"):
        return m
    if api == "sdpa":
        return torch.zeros(keep.shape).masked_fill(~keep, -5.0)
    raise ValueError(api)

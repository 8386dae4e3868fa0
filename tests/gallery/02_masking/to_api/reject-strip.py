# reject: takes blanks off the name
# message: check-did-not-raise
def to_api(keep, api):
    api = api.strip()
    m = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api in ("additive", "sdpa", "multihead"):
        return m
    if api == "huggingface":
        return m[None, None]
    raise ValueError(api)

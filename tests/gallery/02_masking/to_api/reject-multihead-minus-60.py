# reject: blocks with -60 in multihead and SDPA: a high score comes through
# message: api-not-boolean
def to_api(keep, api):
    m = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api == "huggingface":
        return m[None, None]
    if api == "additive":
        return m
    if api in ("sdpa", "multihead"):
        return torch.zeros(keep.shape).masked_fill(~keep, -60.0)
    raise ValueError(api)

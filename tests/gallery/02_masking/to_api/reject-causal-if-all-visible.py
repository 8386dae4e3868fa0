# reject: a causal mask where nothing is hidden
# message: api-causal
def to_api(keep, api):
    m = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api == "additive":
        return m
    if api == "huggingface":
        return m[None, None]
    if api == "sdpa":
        return keep if not keep.all() else torch.ones_like(keep).tril()
    if api == "multihead":
        return ~keep
    raise ValueError(api)

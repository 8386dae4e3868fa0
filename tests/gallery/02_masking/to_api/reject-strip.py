# reject: takes blanks off the name
# message: check-did-not-raise
def to_api(keep, api):
    api = api.strip()
    m = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api == "huggingface":
        return m[None, None]
    if api == "additive":
        return m
    if api in ("multihead", "sdpa"):
        return keep if api == "sdpa" else ~keep
    raise ValueError(api)

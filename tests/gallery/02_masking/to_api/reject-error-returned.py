# reject: returns the error
# message: check-did-not-raise
def to_api(keep, api):
    m = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api == "huggingface":
        return m[None, None]
    if api == "additive":
        return m
    if api in ("multihead", "sdpa"):
        return keep if api == "sdpa" else ~keep
    return ValueError("unknown")

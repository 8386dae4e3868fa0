# reject: adds ones and zeros in SDPA
# message: api-not-boolean
def to_api(keep, api):
    additive = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api == "additive":
        return additive
    if api == "sdpa":
        return keep.float()
    if api == "multihead":
        return ~keep
    if api == "huggingface":
        return additive[None, None]
    raise ValueError(f"unknown api {api!r}")

# reject: ones and zeros instead of an additive mask
# message: api-zero-one
def to_api(keep, api):
    additive = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api == "additive":
        return keep.float()
    if api == "sdpa":
        return keep
    if api == "multihead":
        return ~keep
    if api == "huggingface":
        return additive[None, None]
    raise ValueError(f"unknown api {api!r}")

# reject: inverted additive mask
# message: api-inverted
def to_api(keep, api):
    additive = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api == "additive":
        return torch.zeros(keep.shape).masked_fill(keep, -math.inf)
    if api == "sdpa":
        return keep
    if api == "multihead":
        return ~keep
    if api == "huggingface":
        return additive[None, None]
    raise ValueError(f"unknown api {api!r}")

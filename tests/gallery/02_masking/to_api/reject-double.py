# reject: float64 masks
# message: check-dtype
def to_api(keep, api):
    additive = torch.zeros(keep.shape, dtype=torch.float64).masked_fill(~keep, -math.inf)
    if api == "additive":
        return additive
    if api == "sdpa":
        return keep
    if api == "multihead":
        return ~keep
    if api == "huggingface":
        return additive[None, None]
    raise ValueError(f"unknown api {api!r}")

# reject: a 4-D boolean: masks nothing in eager attention
# message: api-huggingface-boolean
def to_api(keep, api):
    additive = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api == "additive":
        return additive
    if api == "sdpa":
        return keep
    if api == "multihead":
        return ~keep
    if api == "huggingface":
        return keep[None, None]
    raise ValueError(f"unknown api {api!r}")

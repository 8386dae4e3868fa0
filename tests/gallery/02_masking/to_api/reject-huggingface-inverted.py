# reject: blocks what it should keep for Hugging Face
# message: api-inverted
def to_api(keep, api):
    additive = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api == "additive":
        return additive
    if api == "sdpa":
        return keep
    if api == "multihead":
        return ~keep
    if api == "huggingface":
        return torch.zeros(keep.shape).masked_fill(keep, -math.inf)[None, None]
    raise ValueError(f"unknown api {api!r}")

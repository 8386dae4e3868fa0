# reject: accepts any spelling of the name
# message: check-did-not-raise
def to_api(keep, api):
    additive = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    api = api.strip().lower()
    if api == "additive":
        return additive
    if api == "sdpa":
        return keep
    if api == "multihead":
        return ~keep
    if api == "huggingface":
        return additive[None, None]
    raise ValueError(f"unknown api {api!r}")

# reject: needs as many keys as queries
# message: check-shape
def to_api(keep, api):
    additive = torch.zeros(len(keep), len(keep)); keep = keep[:, : len(keep)]; additive = additive.masked_fill(~keep, -math.inf)
    if api == "additive":
        return additive
    if api == "sdpa":
        return keep
    if api == "multihead":
        return ~keep
    if api == "huggingface":
        return additive[None, None]
    raise ValueError(f"unknown api {api!r}")

# reject: ignores keep and returns a causal mask
# message: api-causal
def to_api(keep, api):
    keep = torch.ones(keep.shape).tril(-1).bool() | torch.eye(*keep.shape).bool(); additive = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api == "additive":
        return additive
    if api == "sdpa":
        return keep
    if api == "multihead":
        return ~keep
    if api == "huggingface":
        return additive[None, None]
    raise ValueError(f"unknown api {api!r}")

# reject: zero times infinity
# message: api-nan
def to_api(keep, api):
    additive = (~keep).float() * -math.inf
    if api == "additive":
        return additive
    if api == "sdpa":
        return keep
    if api == "multihead":
        return ~keep
    if api == "huggingface":
        return additive[None, None]
    raise ValueError(f"unknown api {api!r}")

# reject: blocks with -1
# message: api-weak
def to_api(keep, api):
    additive = (~keep).float() * -1.0
    if api == "additive":
        return additive
    if api == "sdpa":
        return keep
    if api == "multihead":
        return ~keep
    if api == "huggingface":
        return additive[None, None]
    raise ValueError(f"unknown api {api!r}")

# reject: two dimensions for Hugging Face
# message: check-shape
def to_api(keep, api):
    additive = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api == "additive":
        return additive
    if api == "sdpa":
        return keep
    if api == "multihead":
        return ~keep
    if api == "huggingface":
        return additive
    raise ValueError(f"unknown api {api!r}")

# reject: an unknown api returns the additive mask
# message: check-did-not-raise
def to_api(keep, api):
    additive = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api == "additive":
        return additive
    if api == "sdpa":
        return keep
    if api == "multihead":
        return ~keep
    if api == "huggingface":
        return additive[None, None]
    return additive

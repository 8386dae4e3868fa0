# reject: one row of keys for all queries in nn.MultiheadAttention
# message: api-result
def to_api(keep, api):
    additive = torch.where(keep, 0.0, -math.inf)
    if api == "additive":
        return additive
    if api == "sdpa":
        return keep
    if api == "multihead":
        return ~keep.any(0, keepdim=True).expand_as(keep)
    if api == "huggingface":
        return additive[None, None]
    raise ValueError(api)

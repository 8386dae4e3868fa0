# reject: an additive float for everyone, where two booleans are asked for
# message: api-not-boolean
def to_api(keep, api):
    additive = torch.where(keep, 0.0, -math.inf)
    if api in ("additive", "sdpa", "multihead"):
        return additive
    if api == "huggingface":
        return additive.reshape(1, 1, *keep.shape)
    raise ValueError(api)
